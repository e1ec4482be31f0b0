import Testing

/// How texts from outside are compared and shown. The compiler enforces none of it.
@Suite struct TextTests {
    /// What compares texts by canonical equivalence although PagerModel says how to compare them:
    /// generic code, which does not see it.
    private static let canonical = [
        "[String:", "Set<String>", "Dictionary<String,", ".split(separator: \"", "rawValue: text",
        "Set(names", "firstIndex(of: \"",
    ]

    /// Where it is harmless, and why.
    private static let allowed: [String: Set<String>] = [
        "The words are of declared groups of events.": [
            "Sources/PagerWire/Checks/CheckForms.swift"
        ],
        "The names are of declared fields.": [
            "Sources/Containment/Children/Controller+Commands.swift",
            "Sources/Containment/Plugins/Plugins.swift",
        ],
        "The keys are identifiers: 64 letters.": [
            "Sources/PagerServer/Events/SubjectNames.swift",
            "Sources/PagerServer/Journal/EventRecorder+Archive.swift",
            "Sources/PagerServer/Plugins/PluginTable.swift",
            "Sources/PagerServer/Plugins/PluginHosts.swift",
        ],
        "The keys are of 40 letters each.": [
            "Sources/PagerServer/Security/ZAPHandler.swift",
            "Sources/PagerPaths/AccessList.swift",
        ],
        "The texts are the system's or the daemon's own.": [
            "Sources/PagerServer/Service/Service+Stats.swift",
            "Sources/PagerPlugins/Spawn.swift",
            "Sources/PagerPaths/StateDirectory.swift",
        ],
    ]

    private static let targets: Set<String> = [
        "PagerModel", "PagerWire", "Containment", "Containers", "PagerJournal", "PagerPlugins",
        "PagerServer", "PagerClient", "PagerViewer",
    ]

    @Test func `Texts from outside are keys by their bytes`() throws {
        let allowed = Set(Self.allowed.values.joined())
        for file in try SourceFiles.all() where Self.targets.contains(file.target) {
            guard !allowed.contains(file.path) else { continue }
            for (index, line) in file.lines.enumerated() {
                let code = SourceFiles.code(of: line)
                for form in Self.canonical where code.contains(form) {
                    Issue.record(
                        """
                        \(file.path):\(index + 1): \(form) compares by canonical equivalence; take \
                        TextKey, TextDictionary or the text's utf8
                        """)
                }
            }
        }
    }

    @Test func `What is allowed is there`() throws {
        let paths = Set(try SourceFiles.all().map(\.path))
        for (reason, files) in Self.allowed {
            #expect(files.isSubset(of: paths), "\(reason): \(files.subtracting(paths))")
        }
    }

    /// Without the import a file sees the standard library's comparisons alone.
    @Test func `A file that compares texts imports how`() throws {
        for file in try SourceFiles.all()
        where Self.targets.contains(file.target) && file.target != "PagerModel" {
            let modules = file.lines.compactMap { SourceFiles.module(imported: $0) }
            guard !modules.contains("PagerModel") else { continue }
            for (index, line) in file.lines.enumerated() {
                let code = SourceFiles.code(of: line)
                let isComparison = [" == \"", " != \"", "case \""].contains { code.contains($0) }
                #expect(!isComparison, "\(file.path):\(index + 1) does not import PagerModel")
            }
        }
    }

    /// All that pagerctl shows passes one place.
    @Test func `pagerctl writes to the terminal in two files`() throws {
        let writers = ["Glibc.write(STD", "write(STD", "print(", "fputs(", "putchar("]
        for file in try SourceFiles.all() where file.target == "pagerctl" {
            let name = file.path.split(separator: "/").last.map(String.init) ?? ""
            guard name != "Terminal.swift", name != "WatchScreen.swift" else { continue }
            for (index, line) in file.lines.enumerated() {
                let code = SourceFiles.code(of: line).replacing("Terminal.print(", with: "")
                #expect(
                    !writers.contains { code.contains($0) },
                    "\(file.path):\(index + 1) writes past Terminal")
            }
        }
    }

    /// Own text is shown as it is: help and completions have nothing from outside in them.
    @Test func `pagerctl shows no text but its own as it is`() throws {
        let files: Set = ["Help.swift", "Completions.swift", "Invocation.swift", "Terminal.swift"]
        for file in try SourceFiles.all() where file.target == "pagerctl" {
            let name = file.path.split(separator: "/").last.map(String.init) ?? ""
            let isOwn = file.lines.contains { $0.contains("print(own:") }
            #expect(!isOwn || files.contains(name), "\(file.path)")
        }
    }
}
