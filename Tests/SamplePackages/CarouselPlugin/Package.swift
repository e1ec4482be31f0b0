// swift-tools-version: 6.1
import PackageDescription

// A separate package that uses only the products of pagerd, like any other package.
let package = Package(
    name: "Carousel",
    products: [.executable(name: "carouseld", targets: ["carouseld"])],
    dependencies: [.package(name: "pagerd", path: "../../..")],
    targets: [
        .target(
            name: "Carousel", dependencies: [.product(name: "Containment", package: "pagerd")]),
        .executableTarget(
            name: "carouseld",
            dependencies: ["Carousel", .product(name: "PagerDaemon", package: "pagerd")]),
        .testTarget(
            name: "CarouselTests",
            dependencies: [
                "Carousel", "carouseld", .product(name: "Containment", package: "pagerd"),
                .product(name: "ContainmentTesting", package: "pagerd"),
                .product(name: "PagerClient", package: "pagerd"),
                .product(name: "pagerd", package: "pagerd"),
                .product(name: "pagerctl", package: "pagerd"),
            ]),
    ]
)
