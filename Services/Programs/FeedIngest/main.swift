internal import FeedIngest

FeedIngestProgram.main()
