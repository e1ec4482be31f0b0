internal import PagerModel
internal import PagerWire

/// The front matter of a talk as text: YAML between two `---` lines, TOML between two `+++`, or the
/// title block of pandoc, whose lines begin with `%`.
struct FrontMatterText {
    /// The members of the front matter. Empty if it cannot be read.
    private(set) var members = PositionedMembers()
    private(set) var remarks: [Remark] = []
    /// The number of lines of the front matter, with those around it.
    let lineCount: Int
    private(set) var isTitleBlock = false

    /// Returns nil if the lines do not begin with front matter: a `---` line without a name and a
    /// colon below it is a rule.
    init?(_ lines: [ArraySlice<UInt8>]) {
        // Hugo permits blank lines before it.
        let start = lines.firstIndex { !$0.isBlank } ?? 0
        guard start < lines.count else { return nil }
        let first = lines[start]
        if start == 0, first.starts(with: "% ".utf8) {
            lineCount =
                lines.firstIndex { $0.first != UInt8(ascii: "%") && $0.first != 0x20 }
                ?? lines.count
            isTitleBlock = true
            readTitleBlock(lines[..<lineCount])
            return
        }
        if first.trimmed.elementsEqual("+++".utf8) {
            let end = lines.dropFirst(start + 1).firstIndex { $0.trimmed.elementsEqual("+++".utf8) }
            guard let end else { return nil }
            lineCount = end + 1
            remarks = [
                Remark(line: start + 1, text: "front matter in TOML is not used; write it in YAML")
            ]
            return
        }
        guard Slides.isRule(first),
            let end = lines.dropFirst(start + 1)
                .firstIndex(where: { Slides.isRule($0) || Self.isEnd($0) })
        else { return nil }
        let inside = lines[(start + 1)..<end]
        let firstLine = inside.first { !$0.isBlank && $0.first != UInt8(ascii: "#") }
        guard inside.first?.isBlank != true, firstLine.map(Self.isMember) == true else {
            return nil
        }
        lineCount = end + 1
        // The empty lines are those up to the rule, so that the lines have the numbers of the file.
        let yaml = (Array(repeating: [], count: start + 1) + inside).joined(separator: [
            UInt8(ascii: "\n")
        ])
        do {
            let front = try Document.parse(String(decoding: Array(yaml), as: UTF8.self), name: "")
            for (index, member) in (front.value.members ?? []).enumerated() {
                members.append(member.name, member.value, front.positions[index])
            }
        } catch {
            // Other programs read more than YAML permits, such as `title: a: b`.
            for (index, line) in zip((start + 2)..., inside) { readLine(line, index) }
            remarks = [
                Remark(
                    line: start + 1,
                    text: "front matter is not YAML, so only its simple lines are used"
                        + error.description)
            ]
        }
    }

    /// Reads lines such as `% Title`, `% Authors` and `% Date`, which lines with a space continue.
    private mutating func readTitleBlock(_ lines: ArraySlice<ArraySlice<UInt8>>) {
        var parts: [(text: String, line: Int)] = []
        for (index, line) in zip(1..., lines) {
            let text = String(decoding: line.dropFirst().trimmed, as: UTF8.self)
            if line.first == UInt8(ascii: "%") {
                parts.append((text, index))
            } else {
                parts[parts.count - 1].text += " " + text
            }
        }
        for (name, part) in zip(["title", "author", "date"], parts) where !part.text.isEmpty {
            members.append(name, .string(part.text), Positions(line: part.line, column: 1))
        }
    }

    /// Reads a line such as `title: My talk`, whose value is a text.
    private mutating func readLine(_ line: ArraySlice<UInt8>, _ number: Int) {
        guard Self.isMember(line), let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            return
        }
        let name = String(decoding: line[..<colon].trimmed, as: UTF8.self)
        guard !members.contains(name) else { return }
        let value = String(decoding: line[(colon + 1)...].trimmed, as: UTF8.self)
        members.append(name, .string(value), Positions(line: number, column: 1))
    }

    /// The level of the headings that begin slides, if the front matter names one.
    var headingLevel: Int? {
        let level = members["headingDivider"] ?? members["slide-level"]
        let found = level?.value.integer ?? level?.value.array?.compactMap(\.integer).max()
        return found.flatMap { (1...6).contains($0) ? $0 : nil }
    }

    /// Returns whether YAML's own mark ends the front matter, as pandoc permits.
    private static func isEnd(_ line: ArraySlice<UInt8>) -> Bool { line.elementsEqual("...".utf8) }

    /// Returns whether a line begins a member, such as `title: My talk`.
    static func isMember(_ line: ArraySlice<UInt8>) -> Bool {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
            return false
        }
        let name = line[..<colon].trimmed
        return (colon + 1 == line.endIndex || line[colon + 1] <= 0x20)
            && name.allSatisfy {
                $0 > 0x7F || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
                    || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
            }
    }
}

/// Members of an object, with the position of each.
struct PositionedMembers {
    private(set) var members: [Value.Member] = []
    private(set) var positions = Positions(line: 1, column: 1)

    mutating func append(_ name: String, _ value: Value, _ position: Positions) {
        members.append(.init(name, value))
        positions.append(position)
    }

    subscript(name: String) -> (value: Value, position: Positions)? {
        members.firstIndex { $0.name == name }.map { (members[$0].value, positions[$0]) }
    }

    func contains(_ name: String) -> Bool { self[name] != nil }
}

extension FrontMatterText {
    /// The title of a page of a folder, or nil. A page uses nothing else.
    var title: String? { members["title"]?.value.string }

    /// What a page of a folder does not use.
    var remarksOnPage: [Remark] {
        let names = members.members.map(\.name).filter { $0 != "title" }
        guard let first = names.first, let position = members[first]?.position else {
            return remarks
        }
        let text = "only the title in front matter is used, not "
        return remarks + [
            Remark(
                line: Int(position.line),
                text: text + names.map { quoted($0) }.joined(separator: ", "), cause: text)
        ]
    }
}

/// What the front matter of a talk means for its book.
struct FrontMatter {
    private(set) var pager = PositionedMembers()
    private(set) var window: (value: Value, positions: Positions)?
    /// The page that pandoc makes of `title`, `subtitle`, `author` and `date`. Nil without an author,
    /// as other programs have titles that they do not show.
    private(set) var opening: Value?
    private(set) var remarks: [Remark]
    /// The picture behind all slides (Marp), and behind the first one (Slidev).
    private(set) var picture: String?
    private(set) var firstPicture: String?
    private var theme: [Value.Member] = []
    private var themePosition: Positions?

    /// - Parameter isReadme: Whether the text was not written as slides, so that long pages scroll.
    init(_ text: FrontMatterText?, isReadme: Bool) {
        remarks = text?.remarks ?? []
        let members = text?.members ?? PositionedMembers()
        var unused: [String] = []
        for (index, member) in members.members.enumerated() {
            let position = members.positions[index]
            if !take(member.name, member.value, position) { unused.append(member.name) }
        }
        if isReadme { theme.append(.init("fit", .string(Theme.Fit.scroll.rawValue))) }
        if !theme.isEmpty {
            let isName = theme.count == 1 && theme[0].name == Self.base
            pager.append(
                "theme", isName ? theme[0].value : .object(theme),
                themePosition ?? Positions(line: 1, column: 1))
        }
        if let first = unused.first, let position = members[first]?.position {
            let near =
                Self.options.contains(first)
                ? nil
                : Spelling.nearest(to: first, among: Self.options.filter { $0.utf8.count > 2 })
            remarks.append(
                Remark(
                    line: Int(position.line),
                    text: "front matter has members that are not used: "
                        + unused.map { quoted($0) }.joined(separator: ", ")
                        + (near.map { "; did you mean \($0)?" } ?? "")))
        }
        if members.contains("author") || text?.isTitleBlock == true {
            opening = Self.opening(members)
        }
    }

    /// The names of the options of a pager that front matter can set.
    private static let options: [String] =
        ["title", "content", "on", "size", "theme"] + settings + (shape.options ?? []).map(\.name)

    /// The names of the members that are commands in a book, such as the selected page.
    private static let settings = [BookForm.selected] + shape.settings.map(\.field.name)

    private static let shape = BookVocabulary.builtIn[Kinds.ofFolders]

    /// Uses a member. Returns false if it means nothing here.
    private mutating func take(_ name: String, _ value: Value, _ position: Positions) -> Bool {
        switch name {
        case "size", "aspectRatio": return setSize(value, position)
        case "theme": return setTheme(value, position)
        case "paginate":
            if let isOn = value.bool { theme.append(.init("numbers", .bool(isOn))) }
            return value.bool != nil
        case "lang":
            if value.string != nil { theme.append(.init("lang", value)) }
            return value.string != nil
        case "backgroundImage":
            picture = value.string.flatMap { Backdrop.picture(inCSS: Array($0.utf8)[...]) }
            return picture != nil
        case "background":
            firstPicture = value.string.flatMap { Backdrop.picture(Array($0.utf8)[...]) }
            return firstPicture != nil
        case "marp", "author", "date", "subtitle", "institute", "headingDivider", "slide-level",
            "description", "keywords", "url", "info":
            // They have no effect on a screen, or have been used already.
            return true
        case "title" where value.string == nil: return false
        default:
            guard Self.options.contains(name) else { return false }
            return setOption(name, value, position)
        }
    }

    /// Sets an option of the pager, unless the value belongs to another program, such as `style`.
    private mutating func setOption(_ name: String, _ value: Value, _ position: Positions) -> Bool {
        do {
            if !Self.settings.contains(name) {
                _ = try Self.shape.complete([.init(name, value)])
            }
        } catch {
            remarks.append(Remark(line: Int(position.line), text: "\(name): \(error.message)"))
            return true
        }
        if name == "transition", let style = value.string, !BookVocabulary.builtIn.hasStyle(style) {
            return false
        }
        pager.append(name, value, position)
        return true
    }

    /// Sets the size of the window: an object, or the name of a shape such as `4:3`.
    private mutating func setSize(_ value: Value, _ position: Positions) -> Bool {
        var size = value
        if let name = value.string {
            guard let (width, height) = Self.sizes[name] else { return false }
            size = ["width": .integer(width), "height": .integer(height)]
        }
        guard size.members != nil else { return false }
        var window = Positions(line: Int(position.line), column: Int(position.column))
        window.append(position)
        self.window = (.object([.init("size", size)]), window)
        return true
    }

    private static let sizes: TextDictionary<(Int, Int)> = [
        "16:9": (1920, 1080), "16/9": (1920, 1080), "4:3": (1440, 1080), "4/3": (1440, 1080),
        "16:10": (1920, 1200), "16/10": (1920, 1200), "4K": (3840, 2160),
    ]

    /// Sets the theme. The name of another program's theme is not used.
    private mutating func setTheme(_ value: Value, _ position: Positions) -> Bool {
        if let members = value.members {
            let names = Theme.declaration.map(\.name)
            let foreign = members.map(\.name).filter { !names.contains($0) }
            theme += members.filter { names.contains($0.name) }
            themePosition = position
            if let first = foreign.first {
                let near = Spelling.nearest(to: first, among: names)
                remarks.append(
                    Remark(
                        line: Int(position.line),
                        text: "theme has members that are not used: "
                            + foreign.map { quoted($0) }.joined(separator: ", ")
                            + (near.map { "; did you mean \($0)?" } ?? "")))
            }
            return true
        }
        guard let name = value.string, Theme.Base(named: name) != nil else { return false }
        theme.append(.init(Self.base, value))
        themePosition = position
        return true
    }

    /// The name of the member of a theme that is the name of a built-in theme.
    private static let base = "base"

    private static func opening(_ members: PositionedMembers) -> Value? {
        guard let title = members["title"]?.value.string else { return nil }
        let others = ["subtitle", "author", "date"].flatMap { name -> [String] in
            guard let value = members[name]?.value else { return [] }
            if let number = value.integer { return ["\(number)"] }
            return value.string.map { [$0] } ?? value.array?.compactMap(\.string) ?? []
        }
        let body = (["# \(title)"] + others).joined(separator: "\n\n")
        return .object([
            .init("title", .string(title)),
            .init("content", PageFiles.content(.markdown, "body", body)),
        ])
    }
}
