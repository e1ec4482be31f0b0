// swift-tools-version: 6.2
import PackageDescription

// iOS sources in the folder App, which the build plugin turns into Swift for Linux.
let package = Package(
    name: "UntouchedSources",
    dependencies: [.package(name: "pagerd", path: "../..", traits: ["UIKitSources"])],
    targets: [
        .testTarget(
            name: "AppTests",
            dependencies: [.product(name: "UIKitContainment", package: "pagerd")],
            swiftSettings: [.swiftLanguageMode(.v5)],
            plugins: [.plugin(name: "UIKitSources", package: "pagerd")]),
        .testTarget(
            name: "SettingsTests",
            dependencies: [.product(name: "UIKitContainment", package: "pagerd")],
            swiftSettings: [.swiftLanguageMode(.v5)],
            plugins: [.plugin(name: "UIKitSources", package: "pagerd")]),
        .testTarget(
            name: "SheetTests",
            dependencies: [.product(name: "UIKitContainment", package: "pagerd")],
            swiftSettings: [.swiftLanguageMode(.v5)],
            plugins: [.plugin(name: "UIKitSources", package: "pagerd")]),
        .testTarget(
            name: "TabsTests",
            dependencies: [.product(name: "UIKitContainment", package: "pagerd")],
            swiftSettings: [.swiftLanguageMode(.v5)],
            plugins: [.plugin(name: "UIKitSources", package: "pagerd")]),
        .testTarget(
            name: "DeckTests",
            dependencies: [.product(name: "UIKitContainment", package: "pagerd")],
            swiftSettings: [.swiftLanguageMode(.v5)],
            plugins: [.plugin(name: "UIKitSources", package: "pagerd")]),
        .testTarget(
            name: "MailTests",
            dependencies: [.product(name: "UIKitContainment", package: "pagerd")],
            swiftSettings: [.swiftLanguageMode(.v5)],
            plugins: [.plugin(name: "UIKitSources", package: "pagerd")]),
    ]
)
