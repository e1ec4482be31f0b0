import PagerModel
import Testing

/// A kind consists of one declaration and one folder of behaviour. No other source contains its
/// name.
@Suite struct KindNameTests {
    /// The files that may name a built-in kind, by reason.
    private static let allowed: [String: Set<String>] = [
        "The short command `select` selects a page.": ["pagerctl/CommandLine/Verb.swift"],
        "Words of other programs turn pages.": ["pagerctl/CommandLine/Verb.swift"],
        "pagerctl pages prints those of a pager or a tab bar.": ["pagerctl/Verbs/Status.swift"],
        "Keys turn the shown page.": [
            "pagerctl/Watch/Watch.swift", "pagerctl/Watch/WatchView.swift",
        ],
        "A placeholder command, which reading the archive replaces.": [
            "PagerServer/Plugins/PluginTable.swift"
        ],
        "A screen reports the page that it shows.": [
            "PagerModel/Commands/ScreenCommands.swift", "PagerViewer/Screen.swift",
            "PagerViewer/Site.swift", "pagerctl/Verbs/Status.swift",
        ],
        "A playlist names its pages.": [
            "PagerSchedule/Schedule.swift", "PagerViewer/AudienceCopy.swift",
        ],
        "The end of a video selects the next page.": ["PagerViewer/BrowserHub.swift"],
        "An alarm for a limited time is a pager of two pages.": ["pagerctl/Verbs/AlarmPlan.swift"],
        "An alarm pauses the pagers that stay visible below it.": [
            "PagerBook/Difference/LiveState.swift", "pagerctl/Verbs/AlarmPlan.swift",
        ],
        "pagerctl says what a command has done to a list of pages.": [
            "pagerctl/Verbs/Report.swift"
        ],
        "A book presents in pages of a stack that are not shown.": [
            "PagerBook/Difference/ContextPages.swift"
        ],
    ]

    private static func isOfKinds(_ path: String) -> Bool {
        path.contains("/PagerModel/Kinds/") || path.contains("/Containers/")
    }

    /// Returns the types that the declarations export.
    private static func types() throws -> Set<String> {
        var types: Set<String> = []
        let general = ["KindDeclaration.swift", "Kinds.swift"]
        for file in try SourceFiles.all()
        where file.path.contains("/PagerModel/Kinds/")
            && !general.contains(where: { file.path.hasSuffix("/" + $0) })
        {
            for line in file.lines {
                guard let found = line.firstMatch(of: #/^public (?:struct|enum) (\w+)/#) else {
                    continue
                }
                types.insert(String(found.1))
            }
        }
        return types
    }

    @Test func `Only the declaration and the behaviour of a kind contain its name`() throws {
        let types = try Self.types()
        #expect(types.contains("TabBarSelect") && types.contains("PagerOptions"))
        let literals = Kinds.names.filter { $0 != "view" }.flatMap { ["\"\($0)\"", "\"\($0)."] }
        let allowed = Self.allowed.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        var naming: Set<String> = []
        for file in try SourceFiles.all() where !Self.isOfKinds(file.path) {
            let path = String(file.path.dropFirst("Sources/".count))
            for (index, line) in file.lines.enumerated() {
                let code = SourceFiles.code(of: line)
                let words = code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                let named =
                    words.contains { types.contains(String($0)) }
                    || literals.contains { code.contains($0) }
                guard named else { continue }
                naming.insert(path)
                #expect(allowed.contains(path), "\(file.path):\(index + 1) names a kind: \(code)")
            }
        }
        #expect(allowed.subtracting(naming) == [], "these files no longer name a kind")
    }
}

/// Clients in other languages read the built-in kinds from the daemon's description. Files that
/// still name a kind are listed here with the reason.
@Suite struct ClientKindNameTests {
    private static let allowed: [String: Set<String>] = [
        "It draws the tabs of a tab bar, and the title and back button of a stack.": [
            "web/js/bars.js"
        ],
        "Gestures and keys turn the pages of a pager or page controller, and pop a stack.": [
            "web/js/gesture.js", "web/js/keys.js", "web/js/swipe.js",
        ],
        "It announces the shown page or tab to a screen reader, and lets a page bounce.": [
            "web/js/viewer.js"
        ],
        "It has a style of CSS with the name `page`.": [
            "web/js/stage.js", "web/js/curl.js",
        ],
        "A talk is a pager, whose pages are its slides.": ["web/js/talk.js"],
        "Input into a page delays the pager that turns by itself.": ["web/js/interaction.js"],
        "An operator turns and pauses a pager, and ends an alarm that is one.": [
            "web/js/alarm.js", "web/js/operate.js",
        ],
        "The plugin makes the pages of a pager match the files of a folder.": [
            "python/pagerd_client/plugins/folder.py"
        ],
        "It publishes the pages of pagers, and turns them by commands from outside.": [
            "python/pagerd_client/bridges/discovery.py",
            "python/pagerd_client/bridges/mqtt.py", "python/pagerd_client/bridges/topics.py",
        ],
        "Its help explains how to insert its page into a pager.": [
            "python/pagerd_client/plugins/clock.py"
        ],
        "It is an example, or a measurement, with a pager.": [
            "c/next_page.c", "shell/next-on-key.sh", "python/bench.py",
            "python/examples/drive.py", "python/examples/observe.py",
        ],
        "It makes `wall[id]` a pager, the kind whose pages most programs turn.": [
            "python/generator/handles.py"
        ],
        "It turns pages and pushes, to draw what a daemon does.": ["python/generator/figures.py"],
        "The daemon in memory has pagers, so that programs that turn pages can be tested.": [
            "python/pagerd_client/testing/fake.py"
        ],
    ]

    /// The files that `generate.py` writes; a test of the Python client compares them.
    private static let generated: Set<String> = [
        "python/pagerd_client/aio_handles.py", "python/pagerd_client/contract.py",
        "python/pagerd_client/core/table.py", "python/pagerd_client/events.py",
        "python/pagerd_client/handles.py", "python/pagerd_client/methods.py",
        "python/pagerd_client/records.py",
    ]

    /// The forms that name a kind: its name in quotes, its methods, and the identifiers that
    /// `generate.py` makes of its declaration.
    struct Names {
        var texts: Set<String> = []
        var words: Set<String> = []

        init(_ kinds: [any KindDeclaration.Type]) {
            for kind in kinds {
                let name = kind.name.description
                for quote in ["\"", "'", "`"] {
                    texts.formUnion(["\(quote)\(name)\(quote)", "\(quote)\(name)."])
                }
                words.insert("\(Self.capitalized(name))Handle")
                for event in kind.events.map({ $0.name.description }) {
                    let isNamed = event.hasPrefix(name)
                    words.insert(
                        (isNamed ? "" : Self.capitalized(name)) + Self.capitalized(event))
                }
                words.formUnion(kind.commands.map { $0.method })
            }
        }

        private static func capitalized(_ word: String) -> String {
            word.prefix(1).uppercased() + word.dropFirst()
        }

        /// Whether a line names a kind.
        func occur(in code: Substring) -> Bool {
            if texts.contains(where: { code.contains($0) }) { return true }
            let chains = code.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
            return chains.contains { chain in
                let parts = chain.split(separator: ".").map(String.init)
                return parts.contains { words.contains($0) }
                    || zip(parts, parts.dropFirst()).contains { words.contains("\($0).\($1)") }
            }
        }
    }

    private static let names = Names(Kinds.all.filter { $0.name.description != "view" })

    @Test func `A client names a kind only in code about that kind`() throws {
        let files = try ClientFiles.all()
        #expect(Set(files.filter(\.isGenerated).map(\.path)) == Self.generated)
        let allowed = Self.allowed.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        var naming: Set<String> = []
        for file in files where !file.isGenerated {
            for (number, code) in file.code where Self.names.occur(in: code) {
                naming.insert(file.path)
                #expect(
                    allowed.contains(file.path),
                    "clients/\(file.path):\(number) names a kind: \(code)")
            }
        }
        #expect(allowed.subtracting(naming) == [], "these files no longer name a kind")
    }

    @Test func `The generated files name the kinds`() throws {
        for file in try ClientFiles.all()
        where file.isGenerated && !file.path.hasSuffix("/contract.py") {
            #expect(file.code.contains { Self.names.occur(in: $0.text) }, "\(file.path)")
        }
    }

    @Test(arguments: [
        ("if record[\"kind\"] == \"pager\":", true), ("{ method: 'navigation.pop' }", true),
        ("`pager.${way}`", true), ("case $key in n) verb=pager.next ;;", true),
        ("from .events import TabBarDidSelect", true), ("PagesChanged", true),
        ("wall.pager.select(index=1)", true), ("const pager = found(id);", false),
        ("pager.events(\"lifecycle.\")", false), ("pager.nextEvent()", false),
        ("MyPagerDidSettle", false),
    ])
    func `Names of kinds are found`(line: String, isNamed: Bool) {
        #expect(Self.names.occur(in: line[...]) == isNamed)
    }

    @Test func `Comments and docstrings do not count as code`() {
        let python = [
            "\"\"\"About a pager.\"\"\"", "a = 1  # one", "    \"\"\"Several", "    lines.",
            "    \"\"\"", "b = 2",
            "# A comment.",
        ]
        let found = ClientFiles.code(of: python.map { $0[...] }, isPython: true)
        #expect(
            found.map(\.text).filter { !$0.allSatisfy(\.isWhitespace) } == [
                "a = 1  # one", "b = 2",
            ])
        #expect(found.last?.number == 6)
        let c = ["/* Turns", " * pages. */", "#include \"pagerd.h\"", "int a; // one"]
        #expect(ClientFiles.code(of: c.map { $0[...] }, isPython: false).map(\.number) == [3, 4])
    }

    @Test func `No client and no source contains the kind of the sample`() throws {
        for file in try SourceFiles.all() {
            let found = file.lines.first { SourceFiles.code(of: $0).contains(Self.sample) }
            #expect(found == nil, "\(file.path)")
        }
        for file in try ClientFiles.all() {
            #expect(!file.code.contains { $0.text.contains(Self.sample) }, "\(file.path)")
        }
    }

    /// The sample's kind, category and types, without their first letter.
    private static let sample = "arousel"
}
