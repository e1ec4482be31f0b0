internal import PagerModel

/// The forms inside a line.
extension DeckSyntax {
    /// Returns a line without the forms that a book does not have. Code and formulas stay.
    mutating func inline(_ text: ArraySlice<UInt8>, _ number: Int) -> ArraySlice<UInt8> {
        let masks = Masks(text)
        var line = Self.withAlert(masks.text)
        if line.first == UInt8(ascii: "#"), let start = line.position(of: "[fit]") {
            line = (line[..<start] + line[(start + 5)...].drop { $0 == 0x20 })[...]
        }
        if line.contains(where: { $0 > 0x7F }), line.contains(text: "**") {
            line = Self.withEmphasis(line)
        }
        if line.contains(UInt8(ascii: "<")) { line = withoutComponents(line, number) }
        line = withoutTemplates(line, number)
        if line.contains(text: "[[") { line = withPlainWikiLinks(line, number) }
        if line.contains(text: "![") {
            line = withPlainPictures(Self.withoutGaps(line), number)
        }
        if line.contains(text: "[!") { line = Self.withoutDirectives(line) }
        if line.contains(UInt8(ascii: "{")) { line = withoutAttributes(line, number) }
        if isRemark, openClasses > 0 || line.contains(UInt8(ascii: "[")) {
            line = withoutClasses(line, number)
        }
        if line.contains(text: "src=\"/") {
            line = Self.replacing(line, from: "src=\"", to: "\"") { [folder] path, _, _ in
                let text = String(decoding: path, as: UTF8.self)
                return Array("src=\"\(Backdrop.located(text, in: folder))\"".utf8)
            }
        }
        line = withoutMarks(line, number)
        if line.contains(UInt8(ascii: ":")) { line = withoutEmoji(line, number) }
        if isDeck, line.contains(text: "[") { line = withoutCitations(line, number) }
        if isDeck { line = withoutCommands(line, number) }
        if !line.contains(text: "<!--") { line = withPandoc(line) }
        line = withoutUndefined(line, number) { masks.unmasked($0) }
        return masks.unmasked(line)
    }

    /// Makes texts bold that CommonMark does not, because they begin or end with punctuation beside a
    /// letter, as in languages without spaces: an invisible space separates the two.
    static func withEmphasis(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let mark = "**"
        let space = "\u{200B}"
        var parts = String(decoding: line, as: UTF8.self).split(
            separator: mark, omittingEmptySubsequences: false
        ).map { String($0) }
        guard parts.count > 2, !parts.contains(where: { $0.hasPrefix("*") }) else { return line }
        for index in parts.indices.dropFirst() where index.isMultiple(of: 2) {
            // Between the marks is the part before this one.
            let inside = parts[index - 1]
            let isBeside = { (outer: Unicode.Scalar?, inner: Unicode.Scalar?) in
                guard let outer, let inner else { return false }
                return outer.value > 0x2E80 && !Self.isPunctuation(outer)
                    && Self.isPunctuation(inner)
            }
            if isBeside(parts[index - 2].unicodeScalars.last, inside.unicodeScalars.first) {
                parts[index - 1] = space + parts[index - 1]
            }
            if isBeside(parts[index].unicodeScalars.first, inside.unicodeScalars.last) {
                parts[index - 1] += space
            }
        }
        return Array(parts.joined(separator: mark).utf8)[...]
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .dashPunctuation, .connectorPunctuation, .mathSymbol,
            .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        // The mark of code.
        default: scalar.value == Masks.mark
        }
    }

    /// Returns a line such as `> [!NOTE]` or `> [!tip]- Title` with a bold title.
    static func withAlert(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = line.trimmed
        guard text.first == UInt8(ascii: ">"), let start = text.position(of: "[!"),
            text[..<start].allSatisfy({ $0 == UInt8(ascii: ">") || $0 <= 0x20 }),
            let end = text[start...].firstIndex(of: UInt8(ascii: "]"))
        else { return line }
        let word = text[(start + 2)..<end]
        guard !word.isEmpty, word.allSatisfy(\.isNamePart) else { return line }
        let title = text[(end + 1)...].drop { "+-".utf8.contains($0) }.trimmed
        let name = [word[word.startIndex] & 0xDF] + word.dropFirst().map { $0 | 0x20 }
        let shown = title.isEmpty ? name[...] : title
        return (text[..<start] + "**".utf8 + shown + "**<br>".utf8)[...]
    }

    /// Removes names of emoji, such as `:rocket:`.
    mutating func withoutEmoji(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        var rest = line
        while let start = rest.firstIndex(of: UInt8(ascii: ":")) {
            let name = rest[(start + 1)...].prefix { $0.isNamePart || "_+".utf8.contains($0) }
            result += rest[..<start]
            let isName =
                name.count > 1
                // `:---:` belongs to a table.
                && (name.contains { (0x61...0x7A).contains($0) }
                    || ["+1", "-1", "100", "1234"].contains { name.elementsEqual($0.utf8) })
                && rest[name.endIndex...].first == UInt8(ascii: ":")
                && result.last?.isNamePart != true
                && rest[name.endIndex...].dropFirst().first?.isNamePart != true
            if isName { note(.emoji, at: number) } else { result.append(UInt8(ascii: ":")) }
            rest = rest[(isName ? name.endIndex + 1 : start + 1)...]
        }
        return (result + rest)[...]
    }

    /// Returns a line of pandoc with subscripts, superscripts, notes, examples, line blocks and
    /// definitions as Markdown.
    private func withPandoc(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var result = line
        if isDeck, line.starts(with: "(@)".utf8) {
            result = ("1.".utf8 + line.dropFirst(3))[...]
        } else if isDeck, line.starts(with: "| ".utf8),
            line.dropFirst().firstIndex(of: UInt8(ascii: "|")) == nil
        {
            result = (line.dropFirst(2).trimmed + "<br>".utf8)[...]
        } else if line.starts(with: ": ".utf8) || line.starts(with: "~ ".utf8) {
            result = ("- ".utf8 + line.dropFirst(2).trimmed)[...]
        }
        for (mark, name) in [("~", "sub"), ("^", "sup")] {
            result = Self.replaced(result, between: mark, by: name)
        }
        result = Self.replacing(result, from: "^[", to: "]") { inside, _, _ in
            Array(" (".utf8 + inside + ")".utf8)
        }
        return Self.withMarked(result)
    }

    /// Makes a text between two `==` bold.
    private static func withMarked(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        var rest = line
        while let start = rest.position(of: "==") {
            let inside = rest[(start + 2)...].prefix { $0 != UInt8(ascii: "=") }
            let after = rest[inside.endIndex...]
            let isMarked =
                inside.first.map { $0 > 0x20 } == true && inside.last.map { $0 > 0x20 } == true
                && after.starts(with: "==".utf8) && after.dropFirst(2).first?.isNamePart != true
                && rest[..<start].last?.isNamePart != true
            result += rest[..<start]
            result += isMarked ? "**".utf8 + Array(inside) + "**".utf8 : Array("==".utf8)
            rest = isMarked ? after.dropFirst(2) : rest[(start + 2)...]
        }
        return (result + rest)[...]
    }

    /// Removes pandoc's citations, such as `[@smith, p. 3]`.
    private mutating func withoutCitations(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        var rest = line
        var ends = Ends(line, of: "]")
        while let start = rest.firstIndex(of: UInt8(ascii: "[")), let end = ends.next(from: start) {
            let inside = rest[(start + 1)..<end]
            let isCitation =
                ["@", "-@"].contains { inside.starts(with: $0.utf8) }
                || (!inside.contains(UInt8(ascii: "[")) && inside.contains(text: " @"))
            result += rest[..<start]
            if isCitation, rest[(end + 1)...].first != UInt8(ascii: "(") {
                note(.citations, at: number)
                if result.last == UInt8(ascii: " ") { result.removeLast() }
                rest = rest[(end + 1)...]
            } else {
                result.append(rest[start])
                rest = rest[(start + 1)...]
            }
        }
        return (result + rest)[...]
    }

    /// Puts what is directly after a letter or digit, and between two marks, into an element.
    private static func replaced(
        _ line: ArraySlice<UInt8>, between mark: String, by name: String
    ) -> ArraySlice<UInt8> {
        let byte = Array(mark.utf8)[0]
        var result: [UInt8] = []
        var rest = line
        while let start = rest.firstIndex(of: byte) {
            let inside = rest[(start + 1)...].prefix {
                $0 > 0x20 && $0 != byte && $0 != UInt8(ascii: "[")
            }
            result += rest[..<start]
            let isPart =
                !inside.isEmpty && rest[inside.endIndex...].first == byte
                && result.last?.isNamePart == true
            if isPart {
                result += "<\(name)>".utf8 + inside + "</\(name)>".utf8
            } else {
                result.append(byte)
            }
            rest = rest[(isPart ? inside.endIndex + 1 : start + 1)...]
        }
        return (result + rest)[...]
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

    /// Takes the picture of the slide in Marp's syntax, such as `![bg right:40%](a.png)`, and
    /// removes Marp's words from the texts of other pictures.
    private mutating func withPlainPictures(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        var rest = line
        while let start = rest.position(of: "!["), let end = rest[start...].position(of: "](") {
            let words = rest[(start + 2)..<end]
            let last = rest[end...].firstIndex(of: UInt8(ascii: ")")) ?? rest.endIndex - 1
            let (plain, hasSize) = Self.withoutSize(line[end...last])
            let address = Self.quoted(plain)
            let inside = address.dropFirst(2).dropLast().trimmed
            let path = (inside.first == UInt8(ascii: "<") ? inside : inside.prefix { $0 > 0x20 })
                .filter { !"<>".utf8.contains($0) }
            let isForMarp = isDeck && Self.isForMarp(words)
            let isBehind = isForMarp && Self.names(words).contains("bg")
            result += rest[..<start]
            rest = rest[(last + 1)...]
            if isDeck, Self.isColour(path), isForMarp || words.isEmpty {
                note(.colours, at: number)
            } else if isBehind, picture == nil {
                let text = String(decoding: path, as: UTF8.self)
                picture = SlidePicture(
                    path: Backdrop.located(text, in: folder), side: Self.side(words))
            } else {
                if isForMarp { note(.background, at: number) }
                if !isBehind {
                    result += "![".utf8 + (isForMarp ? [] : words)
                    if hasSize { note(.background, at: number) }
                    let text = String(decoding: path, as: UTF8.self)
                    let found = Backdrop.located(text, in: folder)
                    result += found == text ? Array(address) : Array("](<\(found)>)".utf8)
                }
            }
        }
        return (result + rest)[...]
    }

    /// Returns a line in which no space is between the text of a picture and its address.
    private static func withoutGaps(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        replacing(line, from: "![", to: "] (") { inside, _, after in
            guard !inside.contains(where: { "[]".utf8.contains($0) }) else { return nil }
            let path = after.prefix(longestText).prefix { $0 != UInt8(ascii: ")") }
            let isPicture = after[path.endIndex...].first == UInt8(ascii: ")")
            return isPicture && Backdrop.picture(path) != nil
                ? Array("![".utf8 + inside + "](".utf8) : nil
        }
    }

    /// Shows the text of a directive such as `[!mark:"text"]`.
    private static func withoutDirectives(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        replacing(line, from: "[!", to: "\"]") { inside, _, _ in
            let name = inside.prefix(while: \.isNamePart)
            let rest = inside[name.endIndex...]
            guard !name.isEmpty, rest.starts(with: ":\"".utf8), !rest.contains(UInt8(ascii: "["))
            else {
                return nil
            }
            return Array(rest.dropFirst(2))
        }
    }

    /// Returns the address of a picture in angle brackets if there are spaces in its path.
    private static func quoted(_ address: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let path = address.dropFirst(2).dropLast()
        guard path.trimmed.contains(0x20), !path.contains(where: { "<>\"'()".utf8.contains($0) }),
            Backdrop.picture(path.trimmed) != nil
        else { return address }
        return (address.prefix(2) + "<".utf8 + path.trimmed + ">)".utf8)[...]
    }

    /// Returns the address of a picture without a size such as `=300x200`.
    private static func withoutSize(
        _ address: ArraySlice<UInt8>
    ) -> (ArraySlice<UInt8>, hasSize: Bool) {
        guard address.last == UInt8(ascii: ")"), let start = address.position(of: " =") else {
            return (address, false)
        }
        let size = address[(start + 2)...].dropLast()
        let isSize =
            !size.isEmpty
            && size.allSatisfy { (0x30...0x39).contains($0) || "x%*".utf8.contains($0) }
        return isSize ? ((address[..<start] + ")".utf8)[...], true) : (address, false)
    }

    private static let words: TextSet = [
        "bg", "fit", "cover", "contain", "auto", "left", "right", "vertical", "w", "h", "width",
        "height", "blur", "brightness", "contrast", "drop-shadow", "grayscale", "hue-rotate",
        "invert", "opacity", "saturate", "sepia",
    ]

    private static func names(_ text: ArraySlice<UInt8>) -> [String] {
        text.split(separator: UInt8(ascii: " ")).map { word in
            String(decoding: word.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        }
    }

    /// Returns the side on which the words for a picture put it.
    private static func side(_ text: ArraySlice<UInt8>) -> Theme.Side? {
        names(text).lazy.compactMap { Theme.Side(rawValue: $0) }.first
    }

    /// Returns whether a path is a colour, such as `#f00` or `red`.
    private static func isColour(_ path: [UInt8]) -> Bool {
        path.first == UInt8(ascii: "#")
            || (!path.isEmpty && path.allSatisfy { (0x61...0x7A).contains($0 | 0x20) })
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

    /// Removes `{...}` at the end of a heading, and directly after a picture, a link, code or a text
    /// in brackets, as well as the marks `{v-...}` of Slidev and values in `{{...}}`.
    private mutating func withoutAttributes(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        var rest = line
        let isHeading = line.trimmed.first == UInt8(ascii: "#")
        while let start = rest.firstIndex(of: UInt8(ascii: "{")),
            let end = rest[start...].firstIndex(of: UInt8(ascii: "}"))
        {
            result += rest[..<start]
            let inside = rest[(start + 1)..<end]
            let after = rest[(end + 1)...]
            let isAttribute =
                result.last.map { [UInt8(ascii: ")"), UInt8(ascii: "]"), Masks.mark].contains($0) }
                == true || (isHeading && after.isBlank && result.last.map { $0 <= 0x20 } == true)
                || inside.starts(with: "v-".utf8) || (isHeading && inside.starts(with: ": ".utf8))
            let isCertain = inside.trimmed.first.map { ".#:".utf8.contains($0) } == true
            if isAttribute, isDeck || isCertain || inside.contains(UInt8(ascii: "=")) {
                note(.attributes, at: number)
                Self.removeBrackets(&result)
            } else {
                result += rest[start...end]
            }
            rest = after
        }
        return (result + rest)[...]
    }

    /// The most bytes of a text in brackets with attributes.
    private static let longestText = 1024

    /// Removes the brackets around the text at the end, whose attributes have been removed.
    private static func removeBrackets(_ text: inout [UInt8]) {
        guard text.last == UInt8(ascii: "]"),
            let start = text.suffix(longestText).lastIndex(of: UInt8(ascii: "[")),
            start == 0 || text[start - 1] != UInt8(ascii: "!")
        else { return }
        text.removeLast()
        text.remove(at: start)
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
                // A text may have several classes, such as `.left.red[text]`.
                let names = result.reversed().prefix { $0.isNamePart || $0 == UInt8(ascii: ".") }
                let isClass =
                    names.last == UInt8(ascii: ".") && names.first != UInt8(ascii: ".")
                open.append(isClass)
                if isClass {
                    result.removeLast(names.count)
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

/// A line in which marks stand for its code and its formulas.
private struct Masks {
    static let mark: UInt8 = 0x1A
    private(set) var text: ArraySlice<UInt8>
    private var parts: [ArraySlice<UInt8>] = []
    /// The marks that have no end in the rest of the line.
    private var endless: Set<ArraySlice<UInt8>> = []

    init(_ line: ArraySlice<UInt8>) {
        text = line
        guard line.contains(where: Self.begins), !line.contains(Self.mark) else { return }
        var result: [UInt8] = []
        var rest = line
        while let start = rest.firstIndex(where: Self.begins) {
            result += rest[..<start]
            if let (part, end) = part(rest[start...]) {
                result += [Self.mark] + Array("\(parts.count)".utf8) + [Self.mark]
                parts.append(part)
                rest = rest[end...]
            } else {
                let skipped = Self.mark(rest[start...])
                result += skipped
                rest = rest[skipped.endIndex...]
            }
        }
        text = (result + rest)[...]
    }

    private static func begins(_ byte: UInt8) -> Bool { "`$\\".utf8.contains(byte) }

    /// Returns the equal bytes at the beginning, or a backslash with the character behind it.
    private static func mark(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.first == UInt8(ascii: "\\") ? text.prefix(2) : text.prefix { $0 == text.first }
    }

    /// Returns the code or the formula with which a text begins, and the index after it.
    private mutating func part(_ text: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, Int)? {
        if text.first == UInt8(ascii: "\\") { return formula(text) }
        let mark = Self.mark(text)
        guard !endless.contains(mark) else { return nil }
        guard let end = Self.end(of: mark, in: text) else {
            endless.insert(mark)
            return nil
        }
        return (text[..<end], end)
    }

    /// Returns a formula in the brackets of reveal.js or LaTeX between dollar signs, and the index
    /// after it. In single backslashes, a text without a sign of mathematics is no formula, because
    /// `\(` is also how Markdown writes a bracket.
    private mutating func formula(_ text: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, Int)? {
        for slashes in ["\\\\", "\\"] {
            for (begin, end, dollars) in [("(", ")", "$"), ("[", "]", "$$")]
            where text.starts(with: (slashes + begin).utf8) {
                let rest = text.dropFirst(slashes.utf8.count + 1)
                let mark = Array((slashes + begin).utf8)[...]
                guard !endless.contains(mark) else { return nil }
                guard let last = rest.position(of: slashes + end) else {
                    endless.insert(mark)
                    return nil
                }
                let inside = rest[..<last].trimmed
                let isFormula =
                    slashes.utf8.count == 2 || inside.count == 1
                    || inside.contains { "\\^_=+<>{}".utf8.contains($0) }
                guard isFormula else { return nil }
                return (
                    (dollars.utf8 + inside + dollars.utf8)[...], last + slashes.utf8.count + 1
                )
            }
        }
        return nil
    }

    /// Returns the index after the marks that end what others begin.
    private static func end(of mark: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) -> Int? {
        var index = mark.endIndex
        while let next = line[index...].firstIndex(of: line[mark.startIndex]) {
            let found = line[next...].prefix { $0 == line[next] }
            if found.count == mark.count { return found.endIndex }
            index = found.endIndex
        }
        return nil
    }

    func unmasked(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if parts.isEmpty { return line }
        var result: [UInt8] = []
        var rest = line
        while let start = rest.firstIndex(of: Self.mark),
            let end = rest[(start + 1)...].firstIndex(of: Self.mark)
        {
            let number = Int(String(decoding: rest[(start + 1)..<end], as: UTF8.self))
            result += rest[..<start]
            if let number, parts.indices.contains(number) { result += parts[number] }
            rest = rest[(end + 1)...]
        }
        return (result + rest)[...]
    }
}
