// swift-tools-version: 6.1
import PackageDescription

// A container as an app has it, and pagerd with that container.
let package = Package(
    name: "FivePages",
    products: [.executable(name: "fivepagesd", targets: ["fivepagesd"])],
    dependencies: [.package(name: "pagerd", path: "../../..")],
    targets: [
        .target(
            name: "FivePages",
            dependencies: [
                .product(
                    name: "UIKitContainment", package: "pagerd",
                    condition: .when(platforms: [.linux]))
            ]),
        .executableTarget(
            name: "fivepagesd",
            dependencies: [
                "FivePages", .product(name: "PagerDaemon", package: "pagerd"),
                .product(name: "UIKitContainment", package: "pagerd"),
            ]),
        .testTarget(
            name: "FivePagesTests",
            dependencies: [
                "FivePages", "fivepagesd", .product(name: "PagerClient", package: "pagerd"),
                .product(name: "UIKitContainment", package: "pagerd"),
                .product(name: "pagerctl", package: "pagerd"),
            ]),
    ]
)
