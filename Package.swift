// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "pagerd",
    products: [
        .executable(name: "pagerd", targets: ["pagerd"]),
        .executable(name: "pagerctl", targets: ["pagerctl"]),
        .executable(name: "pagerctl-document", targets: ["pagerctl-document"]),
        .library(name: "Containment", targets: ["PagerModel", "Containment", "Containers"]),
        .library(name: "PagerDaemon", targets: ["PagerDaemon"]),
        .library(name: "PagerClient", targets: ["PagerModel", "PagerWire", "PagerClient"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .systemLibrary(name: "CZMQ", path: "Modules/CZMQ", providers: [.apt(["libzmq3-dev"])]),
        .systemLibrary(name: "CLinux", path: "Modules/CLinux"),
        .target(name: "PagerModel", swiftSettings: settings),
        .target(name: "Containment", dependencies: ["PagerModel"], swiftSettings: settings),
        .target(
            name: "Containers", dependencies: ["PagerModel", "Containment"],
            swiftSettings: settings),
        .target(name: "PagerWire", dependencies: ["PagerModel"], swiftSettings: settings),
        .target(
            name: "PagerBook",
            dependencies: [
                "PagerModel", "PagerWire", .product(name: "Yams", package: "Yams"),
            ], swiftSettings: settings),
        .target(name: "ZMQ", dependencies: ["CZMQ"], swiftSettings: settings),
        .target(
            name: "PagerServer",
            dependencies: [
                "PagerModel", "Containment", "Containers", "PagerWire", "ZMQ", "CLinux",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "DequeModule", package: "swift-collections"),
            ], swiftSettings: settings),
        .target(
            name: "PagerClient", dependencies: ["PagerModel", "PagerWire", "ZMQ"],
            swiftSettings: settings),
        .target(
            name: "PagerDaemon",
            dependencies: [
                "PagerModel", "Containment", "PagerServer", "PagerBook",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: settings),
        .executableTarget(name: "pagerd", dependencies: ["PagerDaemon"], swiftSettings: settings),
        .executableTarget(
            name: "pagerctl", dependencies: ["PagerModel", "PagerWire", "PagerClient"],
            swiftSettings: settings),
        .executableTarget(
            name: "pagerctl-document", dependencies: ["PagerWire", "PagerBook"],
            swiftSettings: settings),
        .testTarget(
            name: "PagerWireTests", dependencies: ["PagerModel", "PagerWire"],
            swiftSettings: settings),
        .testTarget(
            name: "PagerBookTests", dependencies: ["PagerModel", "PagerBook"],
            swiftSettings: settings),
        .target(
            name: "DaemonUnderTest", dependencies: ["PagerClient"], path: "Tests/DaemonUnderTest",
            swiftSettings: settings),
        .testTarget(
            name: "PagerClientTests",
            dependencies: ["PagerModel", "PagerWire", "PagerClient", "DaemonUnderTest", "pagerd"],
            swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "PagerModel", "PagerWire", "PagerClient", "DaemonUnderTest", "pagerd", "pagerctl",
                "pagerctl-document",
            ],
            swiftSettings: settings),
        .testTarget(name: "ZMQTests", dependencies: ["ZMQ"], swiftSettings: settings),
        .target(
            name: "ReferenceEngine", dependencies: ["PagerModel"], path: "Tests/ReferenceEngine",
            swiftSettings: settings),
        .testTarget(
            name: "SimulationTests",
            dependencies: ["PagerModel", "Containment", "Containers", "ReferenceEngine"],
            swiftSettings: settings),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "PagerModel", "Containment", "PagerWire", "PagerServer", "ZMQ", "pagerd",
            ],
            resources: [.copy("Cases")], swiftSettings: settings),
        .testTarget(
            name: "ArchitectureTests", dependencies: ["PagerModel", "PagerWire", "PagerServer"],
            swiftSettings: settings),
        .testTarget(
            name: "PagerServerTests",
            dependencies: [
                "PagerModel", "Containment", "PagerWire", "PagerServer", "ZMQ", "pagerd",
            ],
            swiftSettings: settings),
    ]
)
