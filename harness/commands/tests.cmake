# The command line as its users meet it: one CTest entry per class of command_line.test.py, so that they run side by side.
foreach(class IN ITEMS Usage Streams ExitCodes Repro Reports Interrupts Show Lists)
  add_test(NAME command_line.${class} COMMAND ${ATTEST_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/command_line.test.py ${class})
  set_tests_properties(command_line.${class} PROPERTIES
    ENVIRONMENT "ATTEST=$<TARGET_FILE:attest>;ATTEST_SOURCE_DIR=${PROJECT_SOURCE_DIR};PYTHONDONTWRITEBYTECODE=1" TIMEOUT 600)
endforeach()
