internal import PagerModel

/// The picture of a slide.
struct SlidePicture {
    /// A path or an address.
    var path: String
    /// The side of the text on which it is. Nil for a picture behind the text.
    var side: Theme.Side?
}

/// The syntax of other programs for slides. What a book can show is turned into Markdown, the rest
/// is removed, so that a screen never shows it; each form causes one remark.
struct DeckSyntax {
    /// A form that a book does not have.
    enum Form: CaseIterable {
        case settings, properties, columns, background, colours, attributes, pause, classes, element
        case hidden, parts, values, commands, emoji, citations, diagrams, contents, definitions
        case abbreviations

        var remark: String {
            switch self {
            case .settings: "the settings of a slide, such as layout, are not used"
            case .properties: "the properties of a slide, such as class, are not used"
            case .columns: "the parts of a slide, such as :::, are shown one below the other"
            case .background:
                "further pictures such as ![bg] on a slide, and sizes such as ![w:300], are not used"
            case .colours: "colours such as ![](red) are not used"
            case .attributes: "attributes in braces are not used"
            case .pause: "pauses are not used; the whole slide is shown"
            case .classes: "classes such as .left[text] are not used"
            case .element: "styles, scripts and elements of other programs are not shown"
            case .hidden: "slides with hide, disabled or exclude are not shown"
            case .parts: "parts of other files, such as src and <<<, are not shown"
            case .values: "values such as {{ x }} and commands such as {% x %} are not shown"
            case .commands: "commands such as \\newpage are not used"
            case .emoji: "names of emoji such as :rocket: are not shown; write the character"
            case .citations: "citations such as [@name] are not shown"
            case .diagrams: "diagrams such as mermaid are not shown; export them as pictures"
            case .contents: "tables of contents such as [TOC] are not shown"
            case .definitions:
                "links such as [text][name] and notes such as [^1] that nothing defines are only text"
            case .abbreviations: "abbreviations such as *[HTML]: are not used"
            }
        }
    }

    /// Whether the text was written as slides. Other text has fewer forms.
    let isDeck: Bool
    let definitions: LinkDefinitions
    /// The folder of the file. Nil if there is none.
    let folder: String?
    var isRemark = false
    /// Whether no slide has been read.
    var isAtStart = true
    private(set) var remarks: [Remark] = []
    private var noted: Set<Form> = []
    /// The number of classes such as `.left[` that have no end yet.
    var openClasses = 0
    /// The picture behind the slide or at a side.
    var picture: SlidePicture?
    /// Whether the slide is not shown by itself: it is hidden, or a layout of remark.
    private var isSkipped = false
    /// Whether the slide is the place of another file, and is shown only with content of its own.
    private var isPlace = false
    /// Whether the line is in a formula of several lines.
    private var isInFormula = false
    /// Whether the line before was only an element. Lines inside one are no code if indented.
    private var isAfterElement = false
    /// Whether the line is inside a note of Material for MkDocs, whose lines are indented.
    private var isInAdmonition = false
    /// The end of the element or code whose content is not shown, such as `</style>`.
    var hidden: Ending?
    /// Whether the next line is in an element or code that is not shown.
    var isHiding: Bool { hidden != nil }

    init(isDeck: Bool, _ definitions: LinkDefinitions, in folder: String?) {
        (self.isDeck, self.definitions, self.folder) = (isDeck, definitions, folder)
    }

    mutating func note(_ form: Form, at line: Int) {
        guard noted.insert(form).inserted else { return }
        remarks.append(Remark(line: line, text: form.remark))
    }

    /// The names of the settings of a slide in Slidev.
    private static let settings: TextSet = [
        "layout", "class", "transition", "background", "backgroundSize", "image", "clicks",
        "clicksStart", "level", "title", "hide", "disabled", "hideInToc", "routeAlias", "src",
        "zoom", "theme", "css", "fonts", "mdc", "url", "name", "preload", "dragPos", "color",
    ]
    /// The names of the properties of a slide in remark.
    private static let properties: TextSet = [
        "name", "class", "layout", "template", "count", "exclude", "background-image",
        "background-position", "background-size", "background-color",
    ]
    /// The names of the settings with which a deck of Deckset or MultiMarkdown begins.
    private static let deckSettings: TextSet = [
        "title", "subtitle", "author", "date", "theme", "footer", "slidenumbers", "slidecount",
        "autoscale", "build-lists", "slide-transition",
        "presenter-notes", "slide-dividers",
    ]

    /// The settings with which no text of a slide begins. Slidev needs a `---` below them.
    private static let certainSettings: TextSet = [
        "layout", "class", "transition", "clicks", "routeAlias", "hideInToc", "backgroundSize",
        "template", "count", "exclude", "background-image",
    ]

    /// The settings of Deckset with which no README begins.
    private static let certainDeckSettings: TextSet = [
        "footer", "slidenumbers", "slidecount", "autoscale", "build-lists",
    ]

    /// Returns whether a deck is for remark: it has notes after `???`, begins with a property, or has
    /// a line that begins with a class such as `.left[`.
    static func isRemark(_ lines: ArraySlice<ArraySlice<UInt8>>) -> Bool {
        var code = CodeFence()
        return lines.contains { line in
            !code.read(line) && !code.isOpen
                && (line.elementsEqual("???".utf8) || beginsClass(line))
        }
            || lines.first { !$0.isBlank }.flatMap { name(of: $0) }.map(properties.contains) == true
    }

    private static func beginsClass(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first == UInt8(ascii: ".") else { return false }
        let names = line.prefix { $0.isNamePart || $0 == UInt8(ascii: ".") }
        return names.count > 2 && (0x61...0x7A).contains(names[names.startIndex + 1])
            && line[names.endIndex...].first == UInt8(ascii: "[")
    }

    /// Returns the picture of the slide that has been read, and forgets it.
    mutating func takePicture() -> SlidePicture? {
        defer { picture = nil }
        return picture
    }

    /// Returns whether the slide that has been read is not shown, and forgets it.
    mutating func takeIsSkipped(isBlank: Bool) -> Bool {
        defer {
            (isSkipped, isPlace, isInFormula, isAfterElement) = (false, false, false, false)
            (isInAdmonition, hidden, openClasses) = (false, nil, 0)
        }
        return isSkipped || (isPlace && isBlank)
    }

    /// Reads a setting of a slide, and notes it if it means nothing here.
    mutating func take(setting line: ArraySlice<UInt8>, at number: Int, else form: Form) {
        guard let name = Self.name(of: line.trimmed), let colon = line.position(of: ":") else {
            if !line.isBlank { note(form, at: number) }
            return
        }
        let value = line[(colon + 1)...].trimmed
        let isTrue = value.elementsEqual("true".utf8)
        switch name {
        case "layout" where isRemark && isTrue:
            isSkipped = true
            note(form, at: number)
        case "hide" where isTrue, "disabled" where isTrue, "exclude" where isTrue:
            isSkipped = true
            note(.hidden, at: number)
        case "src":
            isPlace = true
            note(.parts, at: number)
        case "background", "image":
            take(picture: Backdrop.picture(value), at: number, else: form)
        case "background-image":
            take(picture: Backdrop.picture(inCSS: value), at: number, else: form)
        default: note(form, at: number)
        }
    }

    private mutating func take(picture path: String?, at number: Int, else form: Form) {
        guard let path else { return note(form, at: number) }
        picture = SlidePicture(path: Backdrop.located(path, in: folder))
    }

    static func isSetting(_ line: ArraySlice<UInt8>) -> Bool {
        name(of: line).map(settings.contains) == true
    }

    /// Returns the name before a colon at the beginning of a line.
    private static func name(of line: ArraySlice<UInt8>) -> String? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            colon + 1 == line.endIndex || line[colon + 1] == UInt8(ascii: " ")
        else { return nil }
        return String(decoding: line[..<colon], as: UTF8.self)
    }

    /// Returns a line of a slide, outside of code and notes, as Markdown, or nil if it is not shown.
    ///
    /// - Parameter isFirst: Whether the slide has no text before this line.
    mutating func plain(
        _ line: ArraySlice<UInt8>, at number: Int, isFirst: Bool
    ) -> ArraySlice<UInt8>? {
        if let hidden {
            if hidden.isIn(line) { self.hidden = nil }
            return nil
        }
        let text = line.trimmed
        if let form = setting(text, isFirst: isFirst) {
            take(setting: text, at: number, else: form)
            return nil
        }
        if isFormula(text) || SpeakerNotes.beginsNotes(text) { return line }
        if isDeck, let fence = Self.diagram(text) {
            hidden = .text(fence)
            note(.diagrams, at: number)
            return nil
        }
        if let title = Self.admonition(text) {
            isInAdmonition = true
            return title[...]
        }
        let indent = line.prefix { $0 == UInt8(ascii: " ") }.count
        isInAdmonition = isInAdmonition && (indent >= 4 || text.isEmpty)
        if isInAdmonition { return inline(outdented(line), number) }
        let isCode = CodeFence.begins(line) || (!isDeck && indent >= 4 && !Self.isItem(text))
        if !isDeck, isCode { return line }
        if let form = form(ofLine: text) ?? (isDeck ? wholeLine(text) : nil) {
            note(form, at: number)
            isAfterElement = form == .element
            return nil
        }
        isAfterElement = isAfterElement && indent >= 4
        return inline(isAfterElement ? line.dropFirst(indent) : line, number)
    }

    /// Returns a line without the indent that it has in a note of Material for MkDocs.
    func outdented(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        isInAdmonition
            ? line.dropFirst(line.prefix(4).prefix { $0 == UInt8(ascii: " ") }.count) : line
    }

    /// Returns whether a text is an item of a list.
    private static func isItem(_ text: ArraySlice<UInt8>) -> Bool {
        text.first.map { "-*+".utf8.contains($0) || (0x30...0x39).contains($0) } == true
    }

    /// Returns the form of a line that is a setting of the slide or the deck.
    private func setting(_ text: ArraySlice<UInt8>, isFirst: Bool) -> Form? {
        guard isFirst, let name = Self.name(of: text) else { return nil }
        guard isDeck else {
            return isAtStart && Self.certainDeckSettings.contains(name) ? .settings : nil
        }
        if isRemark, Self.properties.contains(name) { return .properties }
        if isAtStart, Self.deckSettings.contains(name) { return .settings }
        return Self.certainSettings.contains(name) ? .settings : nil
    }

    /// Returns the end of the code that other programs draw, if the line is its beginning.
    private static func diagram(_ text: ArraySlice<UInt8>) -> String? {
        let fence = text.prefix { $0 == UInt8(ascii: "`") }
        let language = text[fence.endIndex...].drop { !$0.isNamePart }.prefix(while: \.isNamePart)
        let isDrawn = ["mermaid", "plantuml", "dot", "graphviz"].contains {
            language.elementsEqual($0.utf8)
        }
        return fence.count >= 3 && isDrawn ? String(decoding: fence, as: UTF8.self) : nil
    }

    /// Returns whether a line is a part of a formula of several lines.
    private mutating func isFormula(_ text: ArraySlice<UInt8>) -> Bool {
        let wasInFormula = isInFormula && !text.isBlank
        let marks = text.split(separator: "$$".utf8, omittingEmptySubsequences: false).count - 1
        isInFormula = wasInFormula != !marks.isMultiple(of: 2)
        return wasInFormula || isInFormula
    }

    static func isContents(_ text: some BidirectionalCollection<UInt8>) -> Bool {
        let name = text.filter { !"@[]{}_$".utf8.contains($0) }.map { $0 | 0x20 }
        return name.elementsEqual("toc".utf8) && text.last == UInt8(ascii: "]")
    }

    /// Returns the form of decks of which the whole line is.
    private mutating func wholeLine(_ text: ArraySlice<UInt8>) -> Form? {
        if text.elementsEqual("[.column]".utf8) { return .columns }
        // A setting of Deckset, such as `[.header: #fff]`.
        if text.starts(with: "[.".utf8), text.last == UInt8(ascii: "]") { return .settings }
        if text.starts(with: "::".utf8), text.count > 4, text.suffix(2).elementsEqual("::".utf8) {
            return .columns
        }
        if text.elementsEqual(". . .".utf8) || (isRemark && text.elementsEqual("--".utf8)) {
            return .pause
        }
        if isCommand(text) { return .commands }
        if text.starts(with: "%%".utf8), !text.dropFirst(2).contains(text: "%%") {
            // A comment of Obsidian.
            hidden = .text("%%")
            return .element
        }
        guard text.first == UInt8(ascii: "<") else { return nil }
        for name in ["style", "script"] where text.begins(tag: name) {
            if !text.contains(text: "</\(name)>") { hidden = .text("</\(name)>") }
            return .element
        }
        if text.begins(tag: "section"), let found = Backdrop.picture(inTag: text) {
            picture = SlidePicture(path: Backdrop.located(found, in: folder))
        }
        // An element of its own on a line, such as <v-click>, contains the lines below it.
        let tag = text.dropFirst(text.dropFirst().first == UInt8(ascii: "/") ? 2 : 1)
        let name = tag.prefix { $0 != UInt8(ascii: ">") && $0 > 0x20 && $0 != UInt8(ascii: "/") }
        let isOwn = name.contains(UInt8(ascii: "-")) || name.first.map { $0 < 0x60 } == true
        let isAlone =
            text.last == UInt8(ascii: ">")
            && text.count { $0 == UInt8(ascii: ">") } == 1
        let isPart = ["div", "section", "center", "span", "p", "textarea"].contains {
            name.elementsEqual($0.utf8)
        }
        guard isAlone, !name.starts(with: "!".utf8) else { return nil }
        return isOwn || isPart ? .element : nil
    }
}

extension UInt8 {
    /// Whether the byte is part of a name: a letter, a digit or `-`.
    var isNamePart: Bool {
        (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
            || self == UInt8(ascii: "-")
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without white space at the beginning and the end.
    var trimmed: ArraySlice<UInt8> {
        var text = drop { $0 <= 0x20 }
        while let last = text.last, last <= 0x20 { text.removeLast() }
        return text
    }

    func contains(text: String) -> Bool { position(of: text) != nil }

    /// Returns the index at which a text begins. O(bytes).
    func position(of text: String) -> Int? {
        let wanted = Array(text.utf8)
        guard count >= wanted.count else { return nil }
        return (startIndex...endIndex - wanted.count).first {
            self[$0] == wanted[0] && self[$0..<$0 + wanted.count].elementsEqual(wanted)
        }
    }

    /// Returns whether the bytes begin with the element of this name.
    func begins(tag name: String) -> Bool {
        guard starts(with: "<\(name)".utf8) else { return false }
        return dropFirst(name.utf8.count + 1).first.map { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
            == true
    }
}
