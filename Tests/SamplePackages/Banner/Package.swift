// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Banner",
    dependencies: [.package(name: "pagerd", path: "../../..")],
    targets: [
        .testTarget(
            name: "BannerTests",
            dependencies: [
                .product(
                    name: "UIKitContainment", package: "pagerd",
                    condition: .when(platforms: [.linux]))
            ])
    ]
)
