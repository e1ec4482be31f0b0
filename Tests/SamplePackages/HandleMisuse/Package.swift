// swift-tools-version: 6.2
import PackageDescription

// A package of its own whose kind of container keeps handles for too long. It is compiled without
// `unsafe`: whatever it does with handles, it cannot corrupt memory.
let package = Package(
    name: "HandleMisuse",
    dependencies: [.package(name: "pagerd", path: "../../..")],
    targets: [
        .target(
            name: "Misuse", dependencies: [.product(name: "Containment", package: "pagerd")],
            swiftSettings: [
                .strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error),
            ]),
        .testTarget(
            name: "HandleMisuseTests",
            dependencies: ["Misuse", .product(name: "Containment", package: "pagerd")]),
    ]
)
