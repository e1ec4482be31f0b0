// swift-tools-version: 6.2
import PackageDescription

// A separate package with a container kind that keeps handles for too long. It is compiled without
// `unsafe`, so it cannot corrupt memory, whatever it does with handles.
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
