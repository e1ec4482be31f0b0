// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "pagerd", path: "../..")],
    targets: [
        .executableTarget(
            name: "engine",
            dependencies: [.product(name: "Containment", package: "pagerd")]),
        .executableTarget(
            name: "classes",
            dependencies: [
                .product(name: "Containment", package: "pagerd"),
                .product(name: "UIKitContainment", package: "pagerd"),
            ]),
    ]
)
