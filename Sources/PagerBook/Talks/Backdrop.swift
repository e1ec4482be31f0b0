internal import PagerModel

/// Functions that find the picture behind a slide in the syntax of other programs.
enum Backdrop {
    /// Returns the path or address of a picture, without quotation marks. Returns nil for anything
    /// else, such as a colour.
    static func picture(_ text: ArraySlice<UInt8>) -> String? {
        let path = unquoted(text)
        let plain = path.prefix { !"?#".utf8.contains($0) }
        let name = String(decoding: plain.suffix(8), as: UTF8.self).lowercased()
        guard
            [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif"].contains(
                where: name.hasSuffix)
        else { return inCSS(path) }
        return inCSS(path) ?? String(decoding: path, as: UTF8.self)
    }

    /// The folders of Slidev and Hugo in which paths that begin with `/` begin.
    private static let roots = ["", "public/", "static/", "assets/"]

    /// Returns a path that begins with `/`, which for other programs is one inside the deck's folder,
    /// as a path relative to this folder. Returns any other path unchanged.
    static func located(_ path: String, in folder: String?) -> String {
        guard let folder, path.hasPrefix("/"), !path.pathComponents.contains(".."),
            !FileContents.isRegular(path)
        else { return path }
        let inside = String(path.drop { $0 == "/" })
        let root = roots.first { FileContents.isRegular("\(folder)/\($0)\(inside)") }
        return root.map { $0 + inside } ?? path
    }

    /// Returns the picture of a value in CSS, such as `url("a.png")`.
    static func picture(inCSS text: ArraySlice<UInt8>) -> String? { inCSS(unquoted(text)) }

    /// Returns the picture in a comment such as `.slide: data-background="a.png"` (reveal.js) or
    /// `_backgroundImage: url(a.png)` (Marp).
    static func picture(inComment text: ArraySlice<UInt8>) -> String? {
        for line in text.split(separator: UInt8(ascii: "\n")).map(\.trimmed) {
            if line.starts(with: ".slide".utf8), let found = picture(inTag: text.trimmed) {
                return found
            }
            let marks: [UInt8] = [UInt8(ascii: "_"), UInt8(ascii: "$")]
            let plain = line.drop { marks.contains($0) }
            if plain.starts(with: "backgroundImage:".utf8) {
                return picture(inCSS: plain.dropFirst("backgroundImage:".utf8.count))
            }
        }
        return nil
    }

    /// Returns the picture in the attributes of an element of reveal.js.
    static func picture(inTag text: ArraySlice<UInt8>) -> String? {
        var scanner = HTMLScanner(Array("<section ".utf8) + text + Array(">".utf8))
        let attributes = scanner.nextTag()?.attributes ?? []
        for (name, value) in attributes {
            if name == "data-background-image" {
                return picture(value[...]) ?? String(decoding: value, as: UTF8.self)
            }
            if name == "data-background", let found = picture(value[...]) { return found }
        }
        return nil
    }

    private static func inCSS(_ text: ArraySlice<UInt8>) -> String? {
        guard text.starts(with: "url(".utf8), let end = text.firstIndex(of: UInt8(ascii: ")"))
        else {
            return nil
        }
        let path = unquoted(text[..<end].dropFirst(4))
        return path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
    }

    private static func unquoted(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = text.trimmed
        guard text.count >= 2, let first = text.first, "\"'".utf8.contains(first),
            first == text.last
        else { return text }
        return text.dropFirst().dropLast()
    }
}
