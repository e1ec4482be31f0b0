// swift-tools-version: 6.1
import PackageDescription

// One program for each library product of pagerd. Each depends only on that product, so that
// missing dependencies of a product are detected here.
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
        .executableTarget(
            name: "PluginSample",
            dependencies: [.product(name: "PagerClient", package: "pagerd")]),
        .testTarget(
            name: "ContainmentTestingSample",
            dependencies: [.product(name: "ContainmentTesting", package: "pagerd")]),
        .testTarget(
            name: "UIKitSample",
            dependencies: [.product(name: "UIKitContainment", package: "pagerd")]),
        .testTarget(
            name: "LibraryProductsTests",
            dependencies: [
                "SceneSample", "DaemonSample", "ClientSample", "PluginSample",
                .product(name: "PagerClient", package: "pagerd"),
            ]),
    ]
)
