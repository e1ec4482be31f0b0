// swift-tools-version: 6.2
import PackageDescription

// Uses only the products of pagerd, as packages of other authors do. Each program depends on one of
// them where it can, so that its link fails if the product lacks a dependency.
let containment: Target.Dependency = .product(name: "Containment", package: "pagerd")
let testing: Target.Dependency = .product(name: "ContainmentTesting", package: "pagerd")
let uiKit: Target.Dependency = .product(
    name: "UIKitContainment", package: "pagerd", condition: .when(platforms: [.linux]))
let daemon: Target.Dependency = .product(name: "PagerDaemon", package: "pagerd")
let client: Target.Dependency = .product(name: "PagerClient", package: "pagerd")
let pagerctl: Target.Dependency = .product(name: "pagerctl", package: "pagerd")

let package = Package(
    name: "AllProducts",
    products: [
        .executable(name: "carouseld", targets: ["carouseld"]),
        .executable(name: "fivepagesd", targets: ["fivepagesd"]),
    ],
    dependencies: [.package(name: "pagerd", path: "../../..")],
    targets: [
        // A kind, a transition style and an option, and pagerd with them.
        .target(name: "Carousel", dependencies: [containment]),
        .executableTarget(name: "carouseld", dependencies: ["Carousel", daemon]),
        .testTarget(
            name: "CarouselTests",
            dependencies: [
                "Carousel", "carouseld", containment, testing, client, pagerctl,
                .product(name: "pagerd", package: "pagerd"),
            ]),

        // A container as an app has it, and pagerd with that container.
        .target(name: "FivePages", dependencies: [uiKit]),
        .executableTarget(name: "fivepagesd", dependencies: ["FivePages", daemon, uiKit]),
        .testTarget(
            name: "FivePagesTests",
            dependencies: ["fivepagesd", client, pagerctl]),

        // A kind that keeps handles for too long. It is compiled without `unsafe`, so it cannot
        // corrupt memory, whatever it does with handles.
        .target(
            name: "Misuse", dependencies: [containment],
            swiftSettings: [
                .strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error),
            ]),
        .testTarget(name: "HandleMisuseTests", dependencies: ["Misuse", containment, testing]),

        // A program or a test for each library product.
        .executableTarget(name: "SceneSample", dependencies: [containment]),
        .executableTarget(name: "DaemonSample", dependencies: [daemon]),
        .executableTarget(name: "ClientSample", dependencies: [client]),
        .executableTarget(name: "PluginSample", dependencies: [client]),
        .testTarget(name: "ContainmentTestingSample", dependencies: [testing]),
        .testTarget(name: "UIKitSample", dependencies: [uiKit]),
        .testTarget(
            name: "LibraryProductsTests",
            dependencies: ["SceneSample", "DaemonSample", "ClientSample", "PluginSample", client]),
    ]
)
