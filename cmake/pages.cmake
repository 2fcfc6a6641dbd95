# Builds the lab's pages from web/ into the folder OUT, by npm. Whatever goes wrong here is told and leaves the rest of the
# package as it is: everything but `zermelo lab` works without the pages.
if(NOT EXISTS "${WEB}/node_modules/.package-lock.json" OR "${WEB}/package-lock.json" IS_NEWER_THAN "${WEB}/node_modules/.package-lock.json")
  execute_process(COMMAND "${NPM}" ci --no-audit --no-fund --silent WORKING_DIRECTORY "${WEB}" RESULT_VARIABLE failed)
endif()
if(NOT failed)
  # The types of what the server and its pages say to each other.
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env "PYTHONPATH=${SOURCE}" "${PYTHON}" -m zermelo.lab.typescript "${WEB}/src/messages"
    RESULT_VARIABLE failed)
endif()
if(NOT failed)
  execute_process(
    COMMAND "${NPM}" run build --silent -- --outDir "${OUT}" --emptyOutDir --logLevel error
    WORKING_DIRECTORY "${WEB}"
    RESULT_VARIABLE failed)
endif()
if(NOT failed)
  execute_process(
    COMMAND "${NPM}" run build:notebook --silent -- --outDir "${OUT}/notebook" --emptyOutDir --logLevel error
    WORKING_DIRECTORY "${WEB}"
    RESULT_VARIABLE failed)
endif()
if(failed)
  message(WARNING "The lab's pages were not built, as npm failed; the rest of Zermelo is complete.")
endif()
