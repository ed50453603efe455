internal import Catalog

CatalogProgram.main()
