import Testing

/// Rules about comparing and printing text from outside. The compiler does not enforce them.
@Suite struct TextTests {
    /// Generic code that compares texts by canonical equivalence, because it does not see the
    /// comparisons of PagerModel.
    private static let canonical =
        keys + [
            ".split(separator: \"", "rawValue: text", "firstIndex(of: \"",
        ]

    /// Texts as keys, in every target. A set with an inferred element type could contain texts
    /// unnoticed.
    private static let keys = [
        "[String:", "Set<String>", "Dictionary<String,", " Set(", "(Set(", ": Set = ",
    ]

    /// The files where this is harmless, by reason.
    private static let allowed: [String: Set<String>] = [
        "The keys are identifiers of at most 64 characters.": [
            "Sources/PagerServer/Events/Subscriptions.swift",
            "Sources/PagerServer/Journal/EventRecorder+Archive.swift",
            "Sources/PagerServer/Plugins/PluginTable.swift",
            "Sources/PagerServer/Plugins/PluginHosts.swift",
        ],
        "The words are the program's own, or those of the author of a test.": [
            "Sources/pagerctl/CommandLine/Verb.swift",
            "Sources/ContainmentTesting/Scene+Building.swift",
            "Sources/UIKit/Application/Scenes.swift",
            "Sources/UIKit/Bars/Bars.swift",
            "Sources/UIKit/Layers/CALayer.swift",
            "Sources/UIKit/Layout/VisualFormat.swift",
            "Sources/UIKit/Lists/UICollectionViewLayout.swift",
            "Sources/UIKit/Simulation/Simulation.swift",
            "Sources/UIKit/Storyboards/Simulation+Storyboards.swift",
        ],
        "The keys have 40 characters each.": [
            "Sources/PagerServer/Security/ZAPHandler.swift",
            "Sources/PagerPaths/GuardedFile.swift",
        ],
        "The texts are the system's or the daemon's own.": [
            "Sources/PagerServer/Service/Service+Describe.swift",
            "Sources/PagerPlugins/ChildProcess.swift",
            "Sources/PagerPaths/RuntimeDirectory.swift",
        ],
    ]

    private static let targets: Set<String> = [
        "PagerModel", "PagerWire", "Containment", "Containers", "PagerJournal", "PagerPlugins",
        "PagerServer", "PagerClient", "PagerViewer",
    ]

    @Test func `Texts from outside are compared by their bytes as keys`() throws {
        let allowed = Set(Self.allowed.values.joined())
        // The names in Swift sources that the build plugin reads are the developer's own.
        let files = try SourceFiles.all().filter { !$0.target.hasPrefix("UIKitSources") }
        for file in files where !allowed.contains(file.path) {
            let forms = Self.targets.contains(file.target) ? Self.canonical : Self.keys
            for (index, line) in file.lines.enumerated() {
                let code = SourceFiles.code(of: line)
                for form in forms where code.contains(form) {
                    Issue.record(
                        """
                        \(file.path):\(index + 1): \(form) compares texts by canonical equivalence; \
                        use TextKey, TextSet, TextDictionary or the text's utf8. In other sets, \
                        write the type of the elements: Set<Int>(...)
                        """)
                }
            }
        }
    }

    /// For sets and dictionary keys, the compiler prefers a `contains` that PagerModel declares for
    /// any sequence to their own, and would search them linearly.
    @Test func `No extension of a sequence, collection or set declares contains`()
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

    @Test func `Every allowed file exists`() throws {
        let paths = Set(try SourceFiles.all().map(\.path))
        for (reason, files) in Self.allowed {
            #expect(files.isSubset(of: paths), "\(reason): \(files.subtracting(paths))")
        }
    }

    /// Without the import, a file uses only the standard library's comparisons.
    @Test func `A file that compares texts imports PagerModel`() throws {
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

    /// All output of pagerctl passes through one place.
    @Test func `pagerctl writes to the terminal in two files`() throws {
        let writers = ["Glibc.write(STD", "write(STD", "print(", "fputs(", "putchar("]
        for file in try SourceFiles.all() where file.target == "pagerctl" {
            let name = file.path.split(separator: "/").last.map(String.init) ?? ""
            guard name != "Terminal.swift", name != "WatchScreen.swift" else { continue }
            for (index, line) in file.lines.enumerated() {
                let code = SourceFiles.code(of: line).replacing("Terminal.print(", with: "")
                #expect(
                    !writers.contains { code.contains($0) },
                    "\(file.path):\(index + 1) does not write through Terminal")
            }
        }
    }

    /// Help and completions contain only pagerctl's own text, so they are printed unescaped.
    @Test func `Only four files of pagerctl print text without escaping it`() throws {
        let files: Set = ["Help.swift", "Completions.swift", "Invocation.swift", "Terminal.swift"]
        for file in try SourceFiles.all() where file.target == "pagerctl" {
            let name = file.path.split(separator: "/").last.map(String.init) ?? ""
            let isOwn = file.lines.contains { $0.contains("print(own:") }
            #expect(!isOwn || files.contains(name), "\(file.path)")
        }
    }
}
