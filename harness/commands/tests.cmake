# The command line as its users meet it: one CTest entry per *.test.py of this folder, so that they run side by side.
file(GLOB subjects CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.test.py)
foreach(subject IN LISTS subjects)
  get_filename_component(name ${subject} NAME)
  string(REPLACE ".test.py" "" name ${name})
  add_test(NAME command_line.${name} COMMAND ${ATTEST_PYTHON} ${subject})
  set_tests_properties(command_line.${name} PROPERTIES
    ENVIRONMENT "ATTEST=$<TARGET_FILE:attest>;ATTEST_SOURCE_DIR=${PROJECT_SOURCE_DIR};PYTHONDONTWRITEBYTECODE=1" TIMEOUT 600)
endforeach()
