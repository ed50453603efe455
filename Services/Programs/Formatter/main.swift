internal import Formatter

FormatterProgram.main()
