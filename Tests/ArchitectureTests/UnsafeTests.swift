import Foundation
import Testing

/// Files in which the compiler cannot verify memory safety, each with its reason. The wrappers of
/// libzmq, libcmark-gfm and libqrencode are targets of their own.
@Suite struct UnsafeTests {
    private static let allowed = [
        "Sources/SystemCalls/Files.swift": "system calls that take paths and buffers",
        "Sources/SystemCalls/Processes.swift": "system calls that take arguments and structures",
        "Sources/SystemCalls/Sockets.swift": "system calls that take addresses and event sets",
        "Sources/PagerBook/YAML/YAMLEvents.swift": "the wrapper of libyaml",
        "Sources/PagerModel/Text/Bytes.swift": "reading memory by words",
        "Sources/PagerModel/Archive/Archive.swift": "the byte writer and reader of archives",
        "Sources/PagerWire/JSON/ByteBuffer.swift": "the byte writer of JSON",
        "Sources/PagerWire/JSON/JSONScanner.swift": "the scanner of JSON",
        "Sources/Containment/Storage/SceneStorage.swift":
            "the engine's storage: one object a scene",
        "Sources/Containment/Storage/NodeStorage.swift": "the engine's storage of records",
        "Sources/UIKit/Scrolling/UIScrollView.swift": "UIKit's signature has a pointer",
        "Sources/UIKit/Drawing/UIImage.swift": "UIKit's signature has pointers",
        "Sources/UIKit/Drawing/UIBezierPath.swift": "Core Graphics' signature has a pointer",
        "Sources/UIKit/Drawing/SystemColors.swift": "UIKit's signature has pointers",
        "Sources/UIKit/Responders/UIResponder.swift": "Foundation's signature has a pointer",
        "Sources/UIKit/Responders/KeyValueObserving.swift": "Foundation's signature has a pointer",
        "Sources/UIKit/Text/Fonts.swift": "Foundation's signature has a pointer",
        "Sources/UIKit/Lists/UITableViewController.swift": "UIKit's signature has a pointer",
        "Sources/UIKit/Lists/UICollectionViewController.swift": "UIKit's signature has a pointer",
        "Sources/UIKit/Lists/IndexPaths.swift": "Foundation's signature has a pointer",
        "Sources/UIKit/Application/CoreFoundationNames.swift":
            "Core Text's signature has a pointer",
        "Sources/UIKit/Responders/AssociatedObjects.swift": "the key is an address",
        "Sources/UIKit/Text/UILabel.swift": "Foundation's signature has a pointer",
        "Sources/Containment/Storage/StateStore.swift": "the engine's storage of the kinds' states",
    ]

    /// Targets without strict memory safety, each with the reason.
    private static let notStrict = [
        "ZMQ": "it is the wrapper of libzmq",
        "CommonMark": "it is the wrapper of libcmark-gfm",
        "QRCode": "it is the wrapper of libqrencode",
    ]

    private static var words: [Regex<Substring>] {
        [
            #/Unsafe[A-Z]/#, #/Unmanaged[.<]/#,
            #/exclusivity\(unchecked\)/#, #/unsafe(?:Mutable)?Address/#,
            #/(?:^|[^A-Za-z])unsafe [a-zA-Z&(\[]/#, #/unsafeBitCast/#, #/unsafeDowncast/#,
            #/unsafelyUnwrapped/#, #/\(unsafe\)/#, #/withUTF8/#,
            #/unsafeUninitializedCapacity/#,
        ]
    }

    /// A part of each of these words, for a fast check. Few lines contain one of them, and
    /// matching all lines with the expressions takes minutes.
    private static let signs = ["nsafe", "Unmanaged", "exclusivity", "withUTF8"]

    /// Returns the unsafe constructs of a line, ignoring its comment and string literals.
    private static func constructs(in line: Substring) -> Int {
        guard signs.contains(where: { line.contains($0) }) else { return 0 }
        let code = SourceFiles.code(of: line).replacing(#/"(?:[^"\\]|\\.)*"/#) { _ in "" }
        return words.reduce(0) { $0 + code.matches(of: $1).count }
    }

    @Test func `Only listed files contain unsafe constructs`() throws {
        for file in try SourceFiles.all() where Self.notStrict[file.target] == nil {
            let found = file.lines.enumerated().first { Self.constructs(in: $0.element) > 0 }
            let isAllowed = Self.allowed[file.path] != nil
            #expect(
                (found != nil) == isAllowed,
                "\(file.path):\((found?.offset ?? 0) + 1): \(isAllowed ? "unused" : "unlisted")"
            )
        }
        // UIKit's signatures have pointers; the others choose to.
        #expect(Self.allowed.keys.count { !$0.hasPrefix("Sources/UIKit/") } <= 11)
    }

    /// Every other target is compiled with strict memory safety, and its warnings are errors.
    @Test func `All targets except the listed ones are compiled with strict memory safety`() throws
    {
        let manifest = try SourceFiles.text(of: "Package.swift")
        #expect(manifest.contains(#".treatWarning("StrictMemorySafety", as: .error)"#))
        #expect(manifest.contains(/\? strictSettings\s+: strictSettings \+/))
        // The build plugin and its tool are part of no program.
        let targets = try SourceFiles.all().map(\.target).filter { !$0.hasPrefix("UIKitSources") }
        for target in Set(targets) {
            let declared = manifest.matches(
                of: #/arget\(\s*name: "([^"]+)"[^$]*?swiftSettings: (\w+)/#)
            let settings = declared.first { $0.1 == target[...] }?.2 ?? ""
            // `engineSettings` are `strictSettings` and more.
            let wanted =
                Self.notStrict[target] == nil ? ["strictSettings", "engineSettings"] : ["settings"]
            #expect(wanted.contains(String(settings)), "\(target)")
        }
    }

    @Test(arguments: [
        ("let a: UnsafePointer<Int>", 1), ("x.withUnsafeBytes { $0 }", 1), ("// unsafe x", 0),
        ("return unsafe f()", 1), ("@exclusivity(unchecked) var a = 0", 1), ("\"unsafe x\"", 0),
        ("unsafeAddress {", 1), ("let problem = unsafe(error)", 0),
        ("nonisolated(unsafe) var a = 0", 1),
    ])
    func `The check counts the unsafe constructs in a line of code`(line: String, count: Int) {
        #expect(Self.constructs(in: line[...]) == count)
    }
}
