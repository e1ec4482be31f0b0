internal import PagerModel

/// The syntax of other programs for slides. What a book can show is turned into Markdown, the rest
/// is removed, so that a screen never shows it; each form causes one remark.
struct DeckSyntax {
    /// A form that a book does not have.
    enum Form: CaseIterable {
        case settings, properties, columns, background, attributes, pause, classes, element

        var remark: String {
            switch self {
            case .settings: "the settings of a slide, such as layout, are not used"
            case .properties: "the properties of a slide, such as class, are not used"
            case .columns: "the parts of a slide, such as :::, are shown one below the other"
            case .background:
                "pictures such as ![bg] with a side or a size are shown as other pictures"
            case .attributes: "attributes in braces are not used"
            case .pause: "pauses are not used; the whole slide is shown"
            case .classes: "classes such as .left[text] are not used"
            case .element: "styles, scripts and elements of other programs are not shown"
            }
        }
    }

    var isRemark = false
    private(set) var remarks: [Remark] = []
    private var noted: Set<Form> = []
    /// The number of classes such as `.left[` that have no end yet.
    private var openClasses = 0
    /// The picture behind the slide.
    private var picture: String?
    private var isLayout = false
    /// The end of the element whose content is not shown, such as `</style>`.
    private var hidden: String?

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

    /// Returns whether a deck is for remark: it has notes after `???`, or begins with a property.
    static func isRemark(_ lines: ArraySlice<ArraySlice<UInt8>>) -> Bool {
        lines.contains { $0.elementsEqual("???".utf8) }
            || lines.first { !$0.isBlank }.flatMap { name(of: $0) }.map(properties.contains) == true
    }

    /// Returns the picture behind the slide that has been read, and forgets it.
    mutating func takePicture() -> String? {
        defer { picture = nil }
        return picture
    }

    /// Whether the slide that has been read is a layout of remark, which is not shown by itself.
    /// Forgets it.
    mutating func takeIsLayout() -> Bool {
        defer { isLayout = false }
        return isLayout
    }

    /// Reads a setting of a slide. Returns false if it means nothing here.
    mutating func take(setting line: ArraySlice<UInt8>) -> Bool {
        guard let name = Self.name(of: line.trimmed), let colon = line.position(of: ":") else {
            return line.isBlank
        }
        let value = line[(colon + 1)...].trimmed
        switch name {
        case "layout" where isRemark && value.elementsEqual("true".utf8):
            isLayout = true
            return false
        case "background", "image":
            guard let found = Backdrop.picture(value) else { return false }
            picture = found
        case "background-image":
            guard let found = Backdrop.picture(inCSS: value) else { return false }
            picture = found
        default: return false
        }
        return true
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
            if line.contains(text: hidden) { self.hidden = nil }
            return nil
        }
        let text = line.trimmed
        if isFirst, Self.name(of: text).map(Self.properties.contains) == true, isRemark {
            if !take(setting: text) { note(.properties, at: number) }
            return nil
        }
        if let form = wholeLine(text) {
            note(form, at: number)
            return nil
        }
        guard !line.contains(UInt8(ascii: "`")) else { return line }
        var result = line
        if line.contains(UInt8(ascii: "<")) { result = withoutComponents(result, number) }
        if line.contains(text: "![") { result = withPlainPictures(result, number) }
        if line.contains(UInt8(ascii: "{")) { result = withoutAttributes(result, number) }
        if isRemark, openClasses > 0 || line.contains(UInt8(ascii: "[")) {
            result = withoutClasses(result, number)
        }
        return result
    }

    /// Returns the form of which the whole line is.
    private mutating func wholeLine(_ text: ArraySlice<UInt8>) -> Form? {
        if SpeakerNotes.beginsNotes(text) { return nil }
        if text.starts(with: ":::".utf8) { return .columns }
        if text.starts(with: "::".utf8), text.count > 4, text.suffix(2).elementsEqual("::".utf8) {
            return .columns
        }
        if text.elementsEqual(". . .".utf8) || (isRemark && text.elementsEqual("--".utf8)) {
            return .pause
        }
        guard text.first == UInt8(ascii: "<") else { return nil }
        for name in ["style", "script"] where text.begins(tag: name) {
            if !text.contains(text: "</\(name)>") { hidden = "</\(name)>" }
            return .element
        }
        if text.begins(tag: "section"), let found = Backdrop.picture(inTag: text) {
            picture = found
        }
        // An element of its own on a line, such as <v-click>, contains the lines below it.
        let tag = text.dropFirst(text.dropFirst().first == UInt8(ascii: "/") ? 2 : 1)
        let name = tag.prefix { $0 != UInt8(ascii: ">") && $0 > 0x20 && $0 != UInt8(ascii: "/") }
        let isOwn = name.contains(UInt8(ascii: "-")) || name.first.map { $0 < 0x60 } == true
        let isAlone =
            text.last == UInt8(ascii: ">")
            && text.count { $0 == UInt8(ascii: ">") } == 1
        let isPart = ["div", "section", "center", "span", "p"].contains {
            name.elementsEqual($0.utf8)
        }
        guard isAlone, !name.starts(with: "!".utf8) else { return nil }
        return isOwn || isPart ? .element : nil
    }

    /// Removes the tags that are no HTML in CommonMark, such as `<carbon:anchor />` and
    /// `<button @click="next">`.
    private mutating func withoutComponents(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        var rest = line
        while let start = rest.firstIndex(of: UInt8(ascii: "<")),
            let end = rest[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            let inside = rest[(start + 1)..<end]
            let name = inside.drop { $0 == UInt8(ascii: "/") }
                .prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
            let isName = name.first.map { (0x61...0x7A).contains($0 | 0x20) } == true
            let isAddress = name.contains(text: ":") && inside.count == name.count
            let hasEvent = inside.contains(text: " @") || inside.contains(text: " #")
            let isComponent =
                isName && !isAddress && (name.contains(UInt8(ascii: ":")) || hasEvent)
            result += isComponent ? rest[..<start] : rest[...end]
            if isComponent { note(.element, at: number) }
            rest = rest[(end + 1)...]
        }
        return (result + rest)[...]
    }

    /// Removes the words for Marp, such as `bg right:40%`, from the texts of pictures.
    private mutating func withPlainPictures(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        var rest = line
        while let start = rest.position(of: "!["), let end = rest[start...].position(of: "](") {
            let words = rest[(start + 2)..<end]
            let isForMarp = Self.isForMarp(words)
            if isForMarp, let last = rest[end...].firstIndex(of: UInt8(ascii: ")")), picture == nil,
                Self.isBackdrop(words)
            {
                let path = rest[(end + 2)..<last].trimmed.prefix { $0 > 0x20 }
                    .filter { !"<>".utf8.contains($0) }
                picture = String(decoding: path, as: UTF8.self)
                result += rest[..<start]
                rest = rest[(last + 1)...]
                continue
            }
            result += rest[..<(start + 2)]
            if isForMarp { note(.background, at: number) } else { result += words }
            result += "](".utf8
            rest = rest[(end + 2)...]
        }
        return (result + rest)[...]
    }

    private static let words: TextSet = [
        "bg", "fit", "cover", "contain", "auto", "left", "right", "vertical", "w", "h", "width",
        "height", "blur", "brightness", "contrast", "drop-shadow", "grayscale", "hue-rotate",
        "invert", "opacity", "saturate", "sepia",
    ]

    /// Returns whether the words for a picture put it behind the whole slide.
    private static func isBackdrop(_ text: ArraySlice<UInt8>) -> Bool {
        let words = text.split(separator: UInt8(ascii: " ")).map { word in
            String(decoding: word.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        }
        return words.contains("bg") && !words.contains("left") && !words.contains("right")
    }

    private static func isForMarp(_ text: ArraySlice<UInt8>) -> Bool {
        let words = text.split(separator: UInt8(ascii: " "))
        return !words.isEmpty
            && words.allSatisfy { word in
                let name = word.prefix { $0 != UInt8(ascii: ":") }
                return Self.words.contains(String(decoding: name, as: UTF8.self))
                    || (word.last == UInt8(ascii: "%") && word.dropLast().allSatisfy { $0 < 0x3A })
            }
    }

    /// Removes `{...}` at the end of a heading, and directly after a picture or a link.
    private mutating func withoutAttributes(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        var rest = line
        let isHeading = line.trimmed.first == UInt8(ascii: "#")
        while let start = rest.firstIndex(of: UInt8(ascii: "{")),
            let end = rest[start...].firstIndex(of: UInt8(ascii: "}"))
        {
            let after = rest[(end + 1)...]
            let previous = start > rest.startIndex ? rest[start - 1] : result.last
            let isAttribute =
                previous == UInt8(ascii: ")") || previous == UInt8(ascii: "]")
                || (isHeading && after.isBlank)
            result += isAttribute ? rest[..<start] : rest[...end]
            if isAttribute { note(.attributes, at: number) }
            rest = after
        }
        return (result + rest)[...]
    }

    /// Replaces `.name[text]` by `text`.
    private mutating func withoutClasses(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        // For each open bracket, whether it belongs to a class.
        var open = Array(repeating: true, count: openClasses)
        for byte in line {
            switch byte {
            case UInt8(ascii: "["):
                let name = result.reversed().prefix { $0.isNamePart }.count
                let dot = result.count - name - 1
                let isClass = name > 0 && dot >= 0 && result[dot] == UInt8(ascii: ".")
                open.append(isClass)
                if isClass {
                    result.removeLast(name + 1)
                    note(.classes, at: number)
                } else {
                    result.append(byte)
                }
            case UInt8(ascii: "]"):
                if open.popLast() != true { result.append(byte) }
            default: result.append(byte)
            }
        }
        openClasses = open.count { $0 }
        return result[...]
    }
}

extension UInt8 {
    /// Whether the byte is part of a name: a letter, a digit or `-`.
    fileprivate var isNamePart: Bool {
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
