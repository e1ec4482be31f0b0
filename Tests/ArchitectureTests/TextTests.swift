import Testing

/// How texts from outside are compared and shown. The compiler enforces none of it.
@Suite struct TextTests {
    /// What compares texts by canonical equivalence although PagerModel says how to compare them:
    /// generic code, which does not see it.
    private static let canonical =
        keys + [
            ".split(separator: \"", "rawValue: text", "firstIndex(of: \"",
        ]

    /// Texts as keys, in every target. A set that leaves its elements to the compiler could have
    /// texts and would not show it.
    private static let keys = [
        "[String:", "Set<String>", "Dictionary<String,", " Set(", "(Set(", ": Set = ",
    ]

    /// Where it is harmless, and why.
    private static let allowed: [String: Set<String>] = [
        "The keys are identifiers: 64 letters.": [
            "Sources/PagerServer/Events/SubjectNames.swift",
            "Sources/PagerServer/Journal/EventRecorder+Archive.swift",
            "Sources/PagerServer/Plugins/PluginTable.swift",
            "Sources/PagerServer/Plugins/PluginHosts.swift",
        ],
        "The words are the program's own, or those of the author of a test.": [
            "Sources/pagerctl/Words/Vocabulary.swift",
            "Sources/ContainmentTesting/Scene+Recording.swift",
            "Sources/UIKit/Layout/VisualFormat.swift",
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
        for file in try SourceFiles.all() where !allowed.contains(file.path) {
            let forms = Self.targets.contains(file.target) ? Self.canonical : Self.keys
            for (index, line) in file.lines.enumerated() {
                let code = SourceFiles.code(of: line)
                for form in forms where code.contains(form) {
                    Issue.record(
                        """
                        \(file.path):\(index + 1): \(form) compares texts by canonical equivalence; \
                        take TextKey, TextSet, TextDictionary or the text's utf8, and write the type \
                        of other elements: Set<Int>(...)
                        """)
                }
            }
        }
    }

    /// The compiler prefers what PagerModel declares for any sequence to what a set or the keys of a
    /// dictionary have, and so searches these from their beginning.
    @Test func `Membership is declared for lists and by types that hash, not for any sequence`()
        throws
    {
        for file in try SourceFiles.all() {
            var type: Substring = ""
            for (index, line) in file.lines.enumerated() {
                if ["extension ", "struct ", "enum ", "protocol "].contains(where: line.contains),
                    line.first?.isWhitespace == false
                {
                    type = line
                }
                let isGeneric = ["Sequence", "Collection", "Set"].contains {
                    type.contains("extension \($0)")
                }
                #expect(
                    !isGeneric || !SourceFiles.code(of: line).contains("func contains("),
                    "\(file.path):\(index + 1): \(type) declares contains")
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
