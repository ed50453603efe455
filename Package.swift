// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A module of ours in Shared, or a service's.
func module(_ name: String, in folder: String = "Shared", _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: swiftSettings)
}

func service(_ name: String, folder: String? = nil, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Services/\(folder ?? name)", swiftSettings: swiftSettings)
}

/// An executable that does nothing but call what a service's module has.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: "\(name)Executable", dependencies: dependencies, path: "Services/Programs/\(name)",
    swiftSettings: swiftSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: swiftSettings)
}

/// A C library of the distribution. libzmq and libsqlite3 need no flags, so they name no pkg-config file.
func library(_ name: String, pkgConfig: String? = nil, apt: String, brew: String) -> Target {
  .systemLibrary(
    name: name, path: "Shared/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

let package = Package(
  name: "castwire",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Castwire", targets: ["Castwire"]),
    .library(name: "CastwireBus", targets: ["CastwireBus"]),
    .library(name: "MessageCoding", targets: ["MessageCoding"]),
    .executable(name: "feed-ingest", targets: ["FeedIngestExecutable"]),
    .executable(name: "catalog", targets: ["CatalogExecutable"]),
    .executable(name: "formatter", targets: ["FormatterExecutable"]),
    .executable(name: "castwire", targets: ["CastwireExecutable"]),
    .executable(name: "castwire-all", targets: ["AllExecutable"]),
    .executable(name: "castwire-bench", targets: ["Benchmarks"]),
  ],
  targets: [
    library("CZeroMQ", apt: "libzmq3-dev", brew: "zeromq"),
    library("CSQLite", apt: "libsqlite3-dev", brew: "sqlite"),
    // Calls of the system that Swift does not see.
    .systemLibrary(name: "CSystem", path: "Shared/CSystem"),
    // An instruction of the processor that Swift does not see.
    .systemLibrary(name: "CByteMasks", path: "Shared/CByteMasks"),
    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),
    library("CZlib", apt: "zlib1g-dev", brew: "zlib"),
    library("CBrotli", pkgConfig: "libbrotlidec", apt: "libbrotli-dev", brew: "brotli"),
    library("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev", brew: "zstd"),
    library("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
    library("CHarfBuzz", pkgConfig: "harfbuzz", apt: "libharfbuzz-dev", brew: "harfbuzz"),
    // The toolchain's own, which Foundation is linked with as well.
    .systemLibrary(name: "CICU", path: "Shared/CICU"),
    library("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev", brew: "libxml2"),

    module("Castwire"),
    module("CastwireBus", ["CZeroMQ"]),
    // What Castwire's types have for the bus's coder: neither of the two knows the other.
    module("MessageCoding", ["Castwire", "CastwireBus"]),
    module("FeedParsing", ["Castwire", "CByteMasks"]),
    module("Storage", ["CSQLite", "CSystem"]),
    module("TextLayout", ["CHarfBuzz", "CICU"]),
    module("Runtime"),
    module("ServiceLoop", ["CastwireBus", "Storage", "Runtime"]),

    service(
      "FeedIngest",
      [
        "Castwire", "CastwireBus", "MessageCoding", "FeedParsing", "Storage", "Runtime", "ServiceLoop", "CCurl",
        "CZlib", "CBrotli", "CZstd", "CCrypto", "CICU",
      ]),
    service("Catalog", ["Castwire", "CastwireBus", "MessageCoding", "Storage", "Runtime", "ServiceLoop"]),
    service(
      "Formatter", ["Castwire", "CastwireBus", "MessageCoding", "Storage", "Runtime", "ServiceLoop", "TextLayout"]),
    service("CastwireCommand", folder: "CommandLine", ["Castwire", "CastwireBus", "FeedParsing", "Runtime"]),
    program("FeedIngest", ["FeedIngest"]),
    program("Catalog", ["Catalog"]),
    program("Formatter", ["Formatter"]),
    program("Castwire", ["CastwireCommand"]),
    // The container image has all of them in one file.
    program("All", ["FeedIngest", "Catalog", "Formatter", "CastwireCommand"]),

    .executableTarget(
      name: "subscriber-example", dependencies: ["Castwire", "CastwireBus", "MessageCoding", "Storage"],
      path: "Examples/Subscriber", swiftSettings: swiftSettings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Castwire", "CastwireBus", "FeedParsing", "MessageCoding", "Runtime", "ServiceLoop", "Storage", "TestSupport",
        "TextLayout", "CHarfBuzz", "CLibXML2", "CSQLite", "CSystem", "CZeroMQ",
      ], path: "Tests/Benchmarks",
      swiftSettings: swiftSettings),
    // A process of its own, whose memory a test asks for.
    .executableTarget(
      name: "MemoryProbe", dependencies: ["Castwire", "FeedParsing"], path: "Tests/MemoryProbe",
      swiftSettings: swiftSettings),
    // script/torture; a process of its own, which starts others.
    .executableTarget(
      name: "Torture", dependencies: ["Castwire", "CastwireBus", "ServiceLoop", "Storage", "Runtime", "TestSupport"],
      path: "Tests/Torture", swiftSettings: swiftSettings),
    .target(
      name: "TestSupport", dependencies: ["Castwire", "CastwireBus"], path: "Tests/TestSupport",
      swiftSettings: swiftSettings),
    tests("TestSupportTests", ["TestSupport"]),
    tests(
      "CastwireTests", ["Castwire", "CastwireBus", "MessageCoding", "TestSupport"], exclude: ["Golden"]),
    tests("CastwireBusTests", ["CastwireBus", "CZeroMQ", "TestSupport"]),
    tests("FeedParsingTests", ["FeedParsing", "Castwire", "CLibXML2", "TestSupport"]),
    tests("StorageTests", ["Storage", "TestSupport"]),
    tests("TextLayoutTests", ["TextLayout", "TestSupport"]),
    tests("RuntimeTests", ["Runtime", "TestSupport"]),
    tests("ServiceLoopTests", ["ServiceLoop", "CastwireBus", "Storage", "Runtime", "CSQLite", "TestSupport"]),
    .systemLibrary(
      name: "CBrotliEncoder", path: "Tests/CBrotliEncoder", pkgConfig: "libbrotlienc",
      providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]),
    tests(
      "FeedIngestTests",
      [
        "FeedIngest", "CBrotliEncoder", "CCrypto", "CZlib", "CZstd", "Castwire", "CastwireBus", "FeedParsing",
        "Storage", "Runtime", "ServiceLoop", "TestSupport",
      ]),
    tests(
      "CatalogTests",
      [
        "Catalog", "FeedIngest", "FeedParsing", "Castwire", "CastwireBus", "Storage", "Runtime", "ServiceLoop",
        "TestSupport",
      ]),
    tests(
      "FormatterTests", ["Formatter", "Castwire", "CastwireBus", "Storage", "Runtime", "ServiceLoop", "TestSupport"]),
    tests(
      "CommandLineTests",
      ["CastwireCommand", "Castwire", "CastwireBus", "Storage", "Runtime", "ServiceLoop", "TestSupport"]),
    tests(
      "ContractTests",
      [
        "Castwire", "CastwireBus", "CastwireCommand", "FeedIngest", "Catalog", "Formatter", "ServiceLoop",
        "TestSupport",
      ]),
    tests(
      "SystemTests",
      ["Castwire", "CastwireBus", "ServiceLoop", "Storage", "TestSupport", "MemoryProbe", "Torture"],
      exclude: ["Databases"]),
  ],
  swiftLanguageModes: [.v6]
)
