// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// For targets whose code is memory-safe or says `unsafe` where the compiler cannot see that it is.
let strictSettings: [SwiftSetting] =
    settings + [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error)]

/// For targets in which tests spend their time. `make` sets `PAGERD_OPTIMIZED`: debug builds are then
/// optimized there, and keep their assertions. A package that others use must not have unsafe flags.
let engineSettings: [SwiftSetting] =
    Context.environment["PAGERD_OPTIMIZED"] == nil
    ? strictSettings
    : strictSettings + [
        .unsafeFlags(
            ["-O", "-wmo", "-num-threads", "2", "-assert-config", "Debug"],
            .when(configuration: .debug))
    ]

/// The name of libzmq for pkg-config. On Linux, the module map links it, and its file for pkg-config
/// has flags that SwiftPM refuses with a warning.
#if os(Linux)
    let zmqConfiguration: String? = nil
#else
    let zmqConfiguration: String? = "libzmq"
#endif

let package = Package(
    name: "pagerd",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "pagerd", targets: ["pagerd"]),
        .executable(name: "pagerctl", targets: ["pagerctl"]),
        .executable(name: "pagerview", targets: ["pagerview"]),
        .library(name: "Containment", targets: ["PagerModel", "Containment", "Containers"]),
        .library(
            name: "ContainmentTesting",
            targets: ["PagerModel", "Containment", "Containers", "ContainmentTesting"]),
        .library(
            name: "UIKitContainment",
            targets: ["UIKit", "QuartzCore", "CoreGraphics", "_Testing_UIKit"]),
        .plugin(name: "UIKitSources", targets: ["UIKitSources"]),
        .library(name: "PagerDaemon", targets: ["PagerDaemon"]),
        .library(
            name: "PagerClient", targets: ["PagerModel", "PagerWire", "PagerPaths", "PagerClient"]),
    ],
    traits: [
        .trait(
            name: "UIKitSources",
            description: "the plugin that turns iOS sources into Swift for Linux")
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    ],
    targets: [
        .systemLibrary(
            name: "CZMQ", path: "Modules/CZMQ", pkgConfig: zmqConfiguration,
            providers: [.apt(["libzmq3-dev"]), .brew(["zeromq", "pkgconf"])]),
        .systemLibrary(name: "CLinux", path: "Modules/CLinux"),
        .systemLibrary(
            name: "CCMark", path: "Sources/CCMark",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        .systemLibrary(
            name: "CQREncode", path: "Modules/CQREncode",
            providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(
            name: "CYAML", path: "Modules/CYAML", providers: [.apt(["libyaml-dev"])]),
        .target(name: "LibC", swiftSettings: strictSettings),
        .target(
            name: "SystemCalls",
            dependencies: ["LibC", .target(name: "CLinux", condition: .when(platforms: [.linux]))],
            swiftSettings: strictSettings),
        // What rounds numbers is in libm, which a program without Foundation or Glibc does not link.
        .target(
            name: "PagerModel", swiftSettings: engineSettings,
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(name: "Containment", dependencies: ["PagerModel"], swiftSettings: engineSettings),
        .target(
            name: "Containers", dependencies: ["PagerModel", "Containment"],
            swiftSettings: engineSettings),
        .target(
            name: "ContainmentTesting",
            dependencies: ["PagerModel", "Containment", "Containers", "PagerWire"],
            swiftSettings: strictSettings),
        // The compiler imports it where Testing and UIKit are imported together.
        .target(name: "_Testing_UIKit", dependencies: ["UIKit"], swiftSettings: strictSettings),
        .target(
            name: "UIKit",
            dependencies: ["PagerModel", "Containment", "Containers", "ContainmentTesting"],
            swiftSettings: strictSettings),
        .target(name: "QuartzCore", dependencies: ["UIKit"], swiftSettings: strictSettings),
        .target(name: "CoreGraphics", dependencies: ["UIKit"], swiftSettings: strictSettings),
        .target(
            name: "PagerWire", dependencies: ["PagerModel", "LibC", "SystemCalls"],
            swiftSettings: engineSettings),
        .target(
            name: "PagerPaths", dependencies: ["PagerModel", "PagerWire", "LibC", "SystemCalls"],
            swiftSettings: strictSettings),
        .target(
            name: "PagerSchedule", dependencies: ["PagerModel", "SystemCalls"],
            swiftSettings: strictSettings),
        .target(
            name: "PagerBook",
            dependencies: ["CYAML", "PagerModel", "PagerWire", "PagerSchedule", "SystemCalls"],
            swiftSettings: engineSettings),
        .target(
            name: "PagerDump",
            dependencies: ["PagerModel", "PagerWire", "PagerBook", "Containment", "Containers"],
            swiftSettings: strictSettings),
        .target(name: "ZMQ", dependencies: ["CZMQ", "LibC"], swiftSettings: settings),
        .target(
            name: "PagerJournal",
            dependencies: ["CLinux", "PagerModel", "PagerWire", "SystemCalls"],
            swiftSettings: engineSettings),
        .target(
            name: "PagerPlugins",
            dependencies: ["CLinux", "PagerModel", "PagerWire", "SystemCalls"],
            swiftSettings: strictSettings),
        .target(
            name: "PagerServer",
            dependencies: [
                "PagerModel", "Containment", "Containers", "PagerWire", "PagerJournal",
                "PagerPaths", "PagerPlugins", "PagerSchedule", "ZMQ", "CLinux",
                "SystemCalls", .product(name: "Logging", package: "swift-log"),
                .product(name: "DequeModule", package: "swift-collections"),
            ], swiftSettings: engineSettings),
        .target(
            name: "PagerClient",
            dependencies: ["PagerModel", "PagerWire", "PagerPaths", "LibC", "SystemCalls", "ZMQ"],
            swiftSettings: strictSettings),
        .target(
            name: "PagerArguments",
            dependencies: [
                "PagerModel", "SystemCalls",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: strictSettings),
        .target(
            name: "PagerDaemon",
            dependencies: [
                "PagerModel", "Containment", "PagerJournal", "PagerPlugins", "PagerServer",
                "PagerBook", "PagerSchedule", "PagerWire", "PagerPaths", "PagerArguments",
                "SystemCalls",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: strictSettings),
        .executableTarget(
            name: "pagerd", dependencies: ["PagerDaemon"], swiftSettings: strictSettings),
        .executableTarget(
            name: "pagerctl",
            dependencies: [
                "CLinux", "PagerModel", "PagerSchedule", "PagerWire", "PagerPaths", "PagerClient",
                "PagerBook", "PagerDump", "SystemCalls",
            ],
            swiftSettings: strictSettings),
        .target(
            name: "CommonMark", dependencies: ["CCMark", "PagerModel"], swiftSettings: settings),
        .target(name: "QRCode", dependencies: ["CQREncode"], swiftSettings: settings),
        .target(
            name: "PagerViewer",
            dependencies: [
                "CLinux", "CommonMark", "QRCode", "PagerModel", "PagerWire", "PagerPaths",
                "PagerBook", "PagerClient", "PagerArguments", "SystemCalls",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ], swiftSettings: strictSettings),
        .executableTarget(
            name: "pagerview", dependencies: ["PagerViewer"], swiftSettings: strictSettings),
        // Without the trait, swift-syntax is neither fetched nor built.
        .executableTarget(
            name: "uikit-sources",
            dependencies: [
                "SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics",
            ]
            .map {
                .product(
                    name: $0, package: "swift-syntax",
                    condition: .when(traits: ["UIKitSources"]))
            },
            path: "Sources/UIKitSources", swiftSettings: settings),
        .plugin(
            name: "UIKitSources", capability: .buildTool(), dependencies: ["uikit-sources"],
            path: "Sources/UIKitSourcesPlugin"),
        .testTarget(
            name: "ContainmentTestingTests",
            dependencies: ["PagerModel", "Containment", "Containers", "ContainmentTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "UIKitTests",
            dependencies: [
                "PagerModel", "Containment", "Containers", "ContainmentTesting", "UIKit",
                "QuartzCore", "_Testing_UIKit",
            ], swiftSettings: settings),
        .testTarget(
            name: "UIKitFidelity", dependencies: ["UIKit", "_Testing_UIKit"],
            exclude: ["Host", "project.yml"], swiftSettings: settings),
        .testTarget(
            name: "PagerWireTests",
            dependencies: ["PagerModel", "PagerWire", "PagerPaths", "RandomCommands"],
            swiftSettings: settings),
        .testTarget(
            name: "PagerScheduleTests",
            dependencies: ["PagerModel", "PagerSchedule", "RandomCommands"],
            swiftSettings: settings),
        .testTarget(
            name: "PagerBookTests",
            dependencies: [
                "PagerModel", "PagerWire", "PagerSchedule", "PagerBook", "PagerDump", "Containment",
                "Containers", "RandomCommands",
            ],
            swiftSettings: settings),
        .target(
            name: "DaemonUnderTest",
            dependencies: [
                "CLinux", "PagerModel", "PagerWire", "PagerClient", "SystemCalls", "ZMQ",
                "RandomCommands",
            ],
            path: "Tests/DaemonUnderTest",
            swiftSettings: settings),
        .executableTarget(
            name: "PluginUnderTest", dependencies: ["PagerModel", "PagerClient"],
            path: "Tests/PluginUnderTest", swiftSettings: settings),
        .testTarget(
            name: "PagerClientTests",
            dependencies: [
                "PagerModel", "PagerWire", "PagerClient", "ZMQ", "DaemonUnderTest",
                "RandomCommands", "PluginUnderTest", "pagerd",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "CLinux", "PagerModel", "PagerWire", "PagerClient", "ZMQ", "DaemonUnderTest",
                "RandomCommands", "pagerd", "pagerctl", "pagerview",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PagerViewerTests",
            dependencies: [
                "CommonMark", "PagerClient", "PagerModel", "PagerViewer", "PagerWire", "QRCode",
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(name: "ZMQTests", dependencies: ["ZMQ"], swiftSettings: settings),
        .target(
            name: "ReferenceEngine", dependencies: ["PagerModel"], path: "Tests/ReferenceEngine",
            swiftSettings: settings),
        .target(
            name: "RandomCommands",
            dependencies: ["PagerModel", "Containment", "Containers", "PagerWire"],
            path: "Tests/RandomCommands", swiftSettings: settings),
        .executableTarget(
            name: "simulate",
            dependencies: [
                "CLinux", "PagerClient", "PagerModel", "PagerWire", "PagerServer",
                "DaemonUnderTest", "RandomCommands",
            ],
            path: "Tests/Simulate", swiftSettings: settings),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "PagerModel", "Containment", "Containers", "PagerWire", "SystemCalls",
                "PagerJournal", "PagerPlugins", "PagerServer",
                "PagerClient", "RandomCommands", "ReferenceEngine",
            ],
            resources: [.copy("Corpus")], swiftSettings: settings),
        .testTarget(
            name: "JournalTests",
            dependencies: [
                "PagerModel", "Containment", "PagerWire", "SystemCalls", "PagerJournal",
                "PagerPlugins", "PagerServer",
                "PagerClient",
                "DaemonUnderTest", "RandomCommands", "PluginUnderTest", "pagerd",
            ],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "PagerModel", "Containment", "PagerWire", "PagerJournal", "PagerPlugins",
                "PagerServer", "ZMQ", "DaemonUnderTest", "RandomCommands",
                "pagerd",
            ],
            resources: [.copy("Cases")], swiftSettings: settings),
        .testTarget(
            name: "ArchitectureTests",
            dependencies: [
                "PagerModel", "Containment", "Containers", "PagerWire", "PagerJournal",
                "PagerPlugins", "PagerServer",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PagerServerTests",
            dependencies: [
                "PagerModel", "Containment", "PagerWire", "PagerPaths", "SystemCalls",
                "PagerJournal",
                "PagerPlugins", "PagerServer", "ZMQ",
                "DaemonUnderTest", "RandomCommands", "pagerd",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
    ]
)

// On a Mac the engine, its tests and the client remain. pagerd only says that it needs Linux. A
// product that a package names for Linux alone must be there all the same.
#if !os(Linux)
    let portable: Set = [
        "PagerModel", "Containment", "Containers", "ContainmentTesting", "LibC", "SystemCalls",
        "PagerWire", "PagerPaths", "CLinux", "CZMQ", "ZMQ", "PagerClient", "pagerd",
        "ContainmentTestingTests",
    ]
    package.targets.removeAll { !portable.contains($0.name) }
    for target in package.targets {
        if target.name == "pagerd" { target.dependencies = [] }
        if target.name == "SystemCalls" {
            target.exclude = ["ParentProcess.swift", "Processes.swift"]
        }
    }
    package.products = [
        .executable(name: "pagerd", targets: ["pagerd"]),
        .library(name: "Containment", targets: ["PagerModel", "Containment", "Containers"]),
        .library(
            name: "ContainmentTesting",
            targets: ["PagerModel", "Containment", "Containers", "ContainmentTesting"]),
        .library(name: "UIKitContainment", targets: ["PagerModel"]),
        .library(
            name: "PagerClient", targets: ["PagerModel", "PagerWire", "PagerPaths", "PagerClient"]),
    ]
    package.dependencies = []
#endif

// The fuzzer is built by `make test-full` alone: it links only with --sanitize=fuzzer.
if Context.environment["PAGERD_FUZZ"] != nil {
    package.targets += [
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "PagerModel", "Containment", "PagerWire", "SystemCalls", "PagerJournal",
                "PagerPlugins", "PagerServer", "PagerBook",
            ],
            path: "Tests/Fuzz/Driver", swiftSettings: settings)
    ]
}
