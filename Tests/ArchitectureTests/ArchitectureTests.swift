import PagerModel
import Testing

/// Rules about imports and about words that a target must not contain. The compiler does not
/// enforce them.
@Suite struct ArchitectureTests {
    private static let mayImport: [String: Set<String>] = [
        "PagerModel": [],
        "Containment": ["PagerModel"],
        "Containers": ["Containment", "PagerModel"],
        "ContainmentTesting": ["Containers", "Containment", "PagerModel", "PagerWire"],
        "UIKit": [
            "Containers", "Containment", "ContainmentTesting", "PagerModel", "Foundation",
            "Runtime", "Synchronization",
        ],
        "UIKitSources": [
            "Foundation", "SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics",
            "SwiftSyntax",
        ],
        "UIKitSourcesPlugin": ["Foundation", "PackagePlugin"],
        "QuartzCore": ["UIKit"],
        "CoreGraphics": ["UIKit"],
        "_Testing_UIKit": ["Testing", "UIKit"],
        "LibC": ["Glibc", "Darwin"],
        "SystemCalls": ["CLinux", "LibC", "Synchronization"],
        "PagerWire": ["PagerModel", "SystemCalls", "LibC"],
        "PagerPaths": ["PagerModel", "PagerWire", "SystemCalls", "LibC"],
        "PagerSchedule": ["PagerModel", "SystemCalls", "Glibc"],
        "PagerBook": [
            "PagerModel", "PagerWire", "PagerSchedule", "SystemCalls", "CYAML", "Glibc",
        ],
        "PagerDump": ["Containment", "Containers", "PagerBook", "PagerModel", "PagerWire"],
        "ZMQ": ["CZMQ", "LibC", "Synchronization"],
        "CommonMark": ["CCMark", "PagerModel"],
        "QRCode": ["CQREncode"],
        "PagerJournal": [
            "PagerModel", "PagerWire", "SystemCalls", "CLinux", "Glibc", "Synchronization",
        ],
        "PagerPlugins": ["PagerModel", "PagerWire", "SystemCalls", "CLinux", "Glibc"],
        "PagerServer": [
            "Containment", "Containers", "PagerModel", "PagerWire", "PagerJournal",
            "PagerPaths", "PagerPlugins", "PagerSchedule", "ZMQ", "CLinux", "Logging",
            "DequeModule", "SystemCalls", "Glibc",
        ],
        "PagerClient": ["PagerModel", "PagerWire", "PagerPaths", "SystemCalls", "ZMQ", "LibC"],
        "PagerArguments": ["PagerModel", "ArgumentParser", "SystemCalls", "Glibc"],
        "PagerDaemon": [
            "PagerServer", "PagerPlugins", "PagerSchedule", "PagerBook", "PagerModel",
            "PagerWire", "PagerPaths", "PagerArguments", "Containment", "ArgumentParser",
            "Logging", "SystemCalls", "Glibc", "Synchronization",
        ],
        "PagerViewer": [
            "PagerModel", "PagerWire", "PagerPaths", "PagerBook", "PagerClient", "PagerArguments",
            "CommonMark", "QRCode", "ArgumentParser",
            "SystemCalls", "CLinux", "NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOSSL",
            "Glibc",
            "Dispatch",
            "Synchronization",
        ],
        "pagerd": ["PagerDaemon"],
        "pagerview": ["PagerViewer"],
        "pagerctl": [
            "PagerModel", "PagerSchedule", "PagerWire", "PagerPaths", "PagerClient", "PagerBook",
            "PagerDump", "SystemCalls", "CLinux", "Glibc",
        ],
    ]

    /// The declared kinds except the plain one, which belongs to the engine.
    private static let kinds = Kinds.names.filter { $0 != "view" }
    /// The ancestor properties that every UIViewController has.
    private static let ancestors: Set<Substring> = [
        "navigationController", "tabBarController", "splitViewController",
    ]

    @Test func `Each target has a row in the table of allowed imports`() throws {
        let targets = Set(try SourceFiles.all().map(\.target))
        #expect(targets == Set(Self.mayImport.keys))
    }

    @Test func `Each target imports only the modules that the table allows`() throws {
        for file in try SourceFiles.all() {
            let allowed = Self.mayImport[file.target] ?? []
            for (index, line) in file.lines.enumerated() {
                guard let module = SourceFiles.module(imported: line) else { continue }
                #expect(
                    allowed.contains(module),
                    "\(file.path):\(index + 1): \(file.target) must not import \(module)")
            }
        }
    }

    @Test func `The engine contains no name of a container kind`() throws {
        for file in try SourceFiles.all() where file.target == "Containment" {
            for (index, line) in file.lines.enumerated() {
                guard SourceFiles.module(imported: line) == nil else { continue }
                let named = Self.kindNames(in: SourceFiles.code(of: line))
                #expect(named.isEmpty, "\(file.path):\(index + 1): \(named)")
            }
        }
    }

    /// The daemon's table declares what the events of kinds change. Generated files may repeat it.
    @Test(arguments: [
        "Sources/PagerClient/Mirror.swift", "Sources/PagerClient/Mirror+Events.swift",
        "Sources/PagerWire/Events/RecordChanges.swift",
        "clients/python/pagerd_client/core/changes.py",
        "clients/python/pagerd_client/core/follow.py",
        "clients/python/pagerd_client/core/record_changes.py",
        "clients/python/pagerd_client/core/state.py", "clients/web/js/record-changes.js",
        "clients/web/js/state-events.js", "clients/web/js/state.js",
    ])
    func `The mirrors contain no name of an event that a kind declares`(path: String) throws {
        let ofKinds = Set(DeclaredEvents.builtIn.ofKinds.map(\.name.description))
        let ofCore = Set(DeclaredEvents([]).all.map(\.name.description))
        let text = try SourceFiles.text(of: path)
        let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        #expect(!words.isEmpty)
        #expect(ofKinds.subtracting(ofCore).intersection(words) == [])
    }

    /// Returns the words that name a kind, except calls of the standard library's `split`.
    private static func kindNames(in code: Substring) -> [Substring] {
        code.replacing(".split(", with: "(").split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            .filter { word in
                !ancestors.contains(word) && kinds.contains { names($0, in: word) }
            }
    }

    /// Whether the parts of a word, such as `tab`, `bar` and `state` in `tabBarState`, contain the
    /// parts of a kind's name in sequence. The last part may be in the plural.
    private static func names(_ kind: String, in word: Substring) -> Bool {
        let (wanted, found) = (parts(of: kind[...]), parts(of: word))
        return found.indices.contains { start in
            let these = found[start...].prefix(wanted.count)
            return these.elementsEqual(wanted)
                || these.elementsEqual(wanted.dropLast() + [(wanted.last ?? "") + "s"])
        }
    }

    /// Returns the parts of a camel-case word in lower case.
    private static func parts(of word: Substring) -> [String] {
        var parts: [String] = []
        for letter in word {
            if parts.isEmpty || letter.isUppercase || letter == "_" { parts.append("") }
            if letter != "_" { parts[parts.count - 1] += letter.lowercased() }
        }
        return parts
    }

    @Test func `The check finds words that contain the name of a kind`() {
        #expect(Self.kinds.contains("page"))
        for kind in Self.kinds {
            let capital = kind.prefix(1).uppercased() + kind.dropFirst()
            for word in [kind, "\(kind)s", "\(kind)State", "is\(capital)", "my\(capital)Kind"] {
                #expect(Self.kindNames(in: word[...]) == [word[...]])
            }
        }
    }

    @Test func `No source file has more than 600 lines`() throws {
        for file in try SourceFiles.all() {
            #expect(file.lines.count <= 600, "\(file.path) has \(file.lines.count) lines")
        }
    }

    @Test(arguments: [
        ("import Glibc", "Glibc"), ("  public import PagerModel", "PagerModel"),
        ("@testable internal import ZMQ // x", "ZMQ"), ("import struct Logging.Logger", "Logging"),
        ("@_exported import Foundation.NSString;", "Foundation"), ("// import Glibc", nil),
        ("let important = 1", nil), ("/// import Glibc", nil),
    ])
    func `The check finds the module in an import line`(line: String, module: String?) {
        #expect(SourceFiles.module(imported: line[...]) == module)
    }

    @Test(arguments: [
        ("let pager = 1", 1), ("case tabBar", 1), ("SplitState() + NavigationKind()", 2),
        ("record.navigationController = x", 0), ("text.split(separator: x)", 0),
        ("\"split\"", 1), ("let page = 1", 1), ("pageSheet", 1), ("PAGERD", 0), ("pagerd", 0),
        ("tabs.bar", 0), ("wallpager", 0),
    ])
    func `The check counts the names of kinds in a line of code`(code: String, count: Int) {
        #expect(Self.kindNames(in: code[...]).count == count)
    }
}
