#if UIKitSources
    import Foundation
    import SwiftSyntax

    // What Apple's systems have beside UIKit, and Swift on Linux lacks.

    /// Frameworks that Linux lacks. A target can declare what it uses of one in a module of that name.
    private let absentModules: Set<String> = [
        "ARKit", "AVFoundation", "AVKit", "Accelerate", "AdSupport", "AppTrackingTransparency",
        "AudioToolbox", "AuthenticationServices", "CallKit", "CloudKit", "Combine", "Contacts",
        "ContactsUI", "CoreBluetooth", "CoreData", "CoreImage", "CoreLocation", "CoreMedia",
        "CoreMotion", "CoreServices", "CoreSpotlight", "CoreTelephony", "CoreText", "CoreVideo",
        "CryptoKit", "EventKit", "EventKitUI", "GameKit", "GameplayKit", "HealthKit", "ImageIO",
        "Intents", "LinkPresentation", "LocalAuthentication", "MapKit", "MediaPlayer", "MessageUI",
        "Messages", "Metal", "MetalKit", "MobileCoreServices", "MultipeerConnectivity", "Network",
        "OSLog", "PDFKit", "PassKit", "PencilKit", "Photos", "PhotosUI", "QuickLook", "ReplayKit",
        "SafariServices", "SceneKit", "Security", "Social", "Speech", "SpriteKit", "StoreKit",
        "SystemConfiguration", "UniformTypeIdentifiers", "UserNotifications", "Vision", "VisionKit",
        "WatchConnectivity", "WebKit", "WidgetKit",
    ]

    extension SourceFile {
        /// The import of SwiftUI, if no condition guards it.
        var importOfSwiftUI: ImportDeclSyntax? {
            tree.statements.lazy.compactMap { $0.item.as(ImportDeclSyntax.self) }
                .first { $0.path.trimmedDescription == "SwiftUI" }
        }

        /// A text for a file that is left out, with a warning at the import of SwiftUI.
        var leftOut: String? {
            importOfSwiftUI.map {
                "#if !canImport(SwiftUI)\n"
                    + warning("Linux has no SwiftUI: this file is left out", $0)
                    + "#endif\n"
            }
        }

        fileprivate func warning(_ text: String, _ node: ImportDeclSyntax) -> String {
            location(of: node) + "#warning(\(quoted(text)))\n"
        }

        fileprivate func location(of node: ImportDeclSyntax) -> String {
            let line = line(of: node.positionAfterSkippingLeadingTrivia)
            return "#sourceLocation(file: \(quoted(path)), line: \(line))\n"
        }
    }

    extension Turner {
        /// Imports a framework only if there is a module of its name; otherwise, the compiler warns
        /// at the line, and what the file uses of the framework is an error where it is used.
        func turnAbsentImport(_ node: ImportDeclSyntax) {
            let path = node.path.trimmedDescription
            let module = String(path.prefix { $0 != "." })
            guard absentModules.contains(module) else { return }
            file.replace(
                node,
                with: "\n#if canImport(\(module))\n\(oneLine(node))\n#else\n"
                    + file.warning(
                        "Linux has no \(module): leave this file out, or declare what it uses in a "
                            + "module of that name", node)
                    + "#endif\n" + file.location(of: node))
        }

        private static let forwarding = [
            Signature(name: "forwardingTarget", labels: ["for"]),
            Signature(name: "responds", labels: ["to"]),
            Signature(name: "conforms", labels: ["to"]),
        ]

        /// Refuses an object that passes on messages which it does not implement.
        func refuseForwarding(_ node: FunctionDeclSyntax, _ signature: Signature) {
            guard node.modifiers.has("override"), Self.forwarding.contains(signature) else {
                return
            }
            sources.report(
                "Swift on Linux passes no messages on: implement the delegate's methods in this "
                    + "class, and call the other delegate's there", at: node, in: file)
        }

        /// On Linux, `CGFloat` has a static `abs`, which hides the function in extensions of it.
        func turnAbsolute(_ node: FunctionCallExprSyntax) {
            guard types.last == "CGFloat",
                let name = node.calledExpression.as(DeclReferenceExprSyntax.self),
                name.baseName.text == "abs"
            else { return }
            file.replace(name, with: "Swift.abs")
        }

        /// `NSClassFromString("UITabBarButton")`: on Linux, the name of a class contains its module.
        func turnClassName(_ node: FunctionCallExprSyntax) {
            guard node.calledExpression.trimmedDescription == "NSClassFromString",
                let literal = node.arguments.first?.expression.as(StringLiteralExprSyntax.self),
                literal.segments.trimmedDescription.hasPrefix("UI")
            else { return }
            file.insert("UIKit.", at: literal.segments.positionAfterSkippingLeadingTrivia)
        }

        private static let members: Set<String> = [
            "cgPointValue", "cgRectValue", "cgSizeValue", "uiEdgeInsetsValue", "boolValue",
            "intValue", "doubleValue",
        ]

        /// `(x as AnyObject).cgRectValue`: Objective-C looks such a member up at run time.
        func turnDynamicMember(_ node: MemberAccessExprSyntax) {
            guard Self.members.contains(node.declName.baseName.text),
                let base = node.base?.as(TupleExprSyntax.self),
                base.trimmedDescription.hasSuffix(" as AnyObject)")
            else { return }
            file.insert("UIKit.BoxedValue", at: base.positionAfterSkippingLeadingTrivia)
        }
    }
#endif
