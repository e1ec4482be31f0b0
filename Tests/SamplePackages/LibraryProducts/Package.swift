// swift-tools-version: 6.1
import PackageDescription

// One program for each library product of pagerd. Each depends on that product alone, so that
// whatever a product lacks shows here and not at the first user.
let package = Package(
    name: "LibraryProducts",
    dependencies: [.package(name: "pagerd", path: "../../..")],
    targets: [
        .executableTarget(
            name: "SceneSample", dependencies: [.product(name: "Containment", package: "pagerd")]),
        .executableTarget(
            name: "DaemonSample",
            dependencies: [.product(name: "PagerDaemon", package: "pagerd")]),
        .executableTarget(
            name: "ClientSample",
            dependencies: [.product(name: "PagerClient", package: "pagerd")]),
        .testTarget(
            name: "ContainmentTestingSample",
            dependencies: [.product(name: "ContainmentTesting", package: "pagerd")]),
        .testTarget(
            name: "UIKitSample",
            dependencies: [.product(name: "UIKitContainment", package: "pagerd")]),
        .testTarget(
            name: "LibraryProductsTests",
            dependencies: ["SceneSample", "DaemonSample", "ClientSample"]),
    ]
)
