internal import CastwireCommand

CastwireProgram.main()
