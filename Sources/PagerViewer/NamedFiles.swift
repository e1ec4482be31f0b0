internal import PagerModel
internal import PagerWire
internal import Synchronization

/// The rule that decides which files of a book pagerview may serve. These are:
/// - the files to which the `url` or the theme in a controller's content refers
/// - the files to which the content's body refers
/// - the files to which these files refer, directly or through other files
final class NamedFiles: Sendable {
    /// The maximum number of documents that one search reads.
    static let mostDocuments = 1_024
    /// The maximum number of bytes of a document that are searched for references.
    static let longestDocument = 1 << 20
    /// The pause after a search on behalf of browsers that may only watch, as a multiple of the
    /// search's duration. During the pause, the result of this search is used.
    static let watcherPause = 9.0

    /// The maximum time in seconds that one request spends on parsing changed content. Later
    /// requests parse the rest. Until then, a file is treated as missing if only content that is
    /// not yet parsed refers to it.
    static let longestReading = 0.02

    private struct State {
        /// The names of the files to which the content of controllers refers.
        var names = ContentNames()
        /// A map from each searched file, identified by its name and version, to the paths to which
        /// the file refers.
        var references: [Document: [[UInt8]]] = [:]
        /// The paths of the files to which documents refer, as found by the last search on behalf
        /// of browsers that may only watch. Such browsers may load these files until the next
        /// search.
        var reached: Set<[UInt8]> = []
        /// The earliest time of the next search on behalf of browsers that may only watch, in
        /// seconds since the system started.
        var nextSearch = 0.0
    }

    private struct Document: Hashable {
        let name: [UInt8]
        let version: OpenFile.Version
    }

    private let hub: BrowserHub
    private let folder: BookFolder
    private let state = Mutex(State())

    init(hub: BrowserHub, folder: BookFolder) {
        self.hub = hub
        self.folder = folder
    }

    /// Returns whether a file may be served. `name` is the file's absolute path, as
    /// `BookFolder.name(of:in:)` returns it.
    ///
    /// - Parameter isWatcher: Whether the browser may only watch. On behalf of such browsers,
    ///   pagerview pauses after each search of files for references, because a search may read many
    ///   files. During the pause, the result of the last search is used. See `watcherPause`.
    func contains(_ name: [UInt8], isWatcher: Bool) -> Bool {
        state.withLock { state in
            if isWatcher {
                searchIfDue(&state)
                return state.names.contains(name) || state.reached.contains(name)
            }
            refresh(&state)
            return state.names.contains(name) || search(&state) { $0 == name }
        }
    }

    /// Returns the documents that refer to one of the files, directly or through other documents.
    /// The viewer loads the pictures of Markdown itself, so Markdown files are not among them.
    ///
    /// - Parameter names: The names of all documents and other files that browsers have loaded.
    func documents(among names: [[UInt8]], referringTo files: Set<[UInt8]>) -> Set<[UInt8]> {
        let documents = names.filter {
            Self.isDocument($0) && !$0.suffix(3).elementsEqual(".md".utf8)
        }.prefix(Self.mostDocuments)
        var rest: [(name: [UInt8], references: Set<[UInt8]>)] = documents.compactMap { name in
            guard let file = try? folder.open(name, if: { _ in true }) else { return nil }
            return (name, Set<[UInt8]>(references(of: file, name)))
        }
        var found: Set<[UInt8]> = []
        var wanted = files
        while !wanted.isEmpty {
            let next = rest.filter { !$0.references.isDisjoint(with: wanted) }.map(\.name)
            wanted = Set<[UInt8]>(next)
            found.formUnion(wanted)
            rest.removeAll { found.contains($0.name) }
        }
        return found
    }

    /// Returns the controllers whose content has a body that refers to one of the files.
    func pages(referringTo names: Set<[UInt8]>) -> [String] {
        state.withLock { $0.names.controllers(referringTo: names) }
    }

    private func searchIfDue(_ state: inout State) {
        let start = MachineClock.monotonic().seconds
        guard start >= state.nextSearch else { return }
        refresh(&state)
        var reached: Set<[UInt8]> = []
        _ = search(&state) {
            reached.insert($0)
            return false
        }
        state.reached = reached
        let end = MachineClock.monotonic().seconds
        state.nextSearch = end + (end - start) * Self.watcherPause
    }

    /// Parses the content that controllers have received since the last call. Stops after about
    /// `longestReading` seconds; later calls parse the rest.
    private func refresh(_ state: inout State) {
        switch hub.takeContentChanges() {
        case .none: break
        case .all(let contents):
            state.names.removeAll()
            for (id, content) in contents { state.names.set(content, of: id) }
        case .some(let contents):
            for (id, content) in contents { state.names.set(content, of: id) }
        }
        let end = MachineClock.monotonic().seconds + Self.longestReading
        let root = Array(folder.root.utf8)
        state.names.read {
            MachineClock.monotonic().seconds < end
        } _: {
            folder.name(of: $0, in: root)
        }
    }

    /// Searches documents for references. Begins with the documents to which the content of
    /// controllers refers, and continues with the documents to which those documents refer. Stops
    /// when `isWanted` returns true for a reference.
    ///
    /// - Returns: Whether `isWanted` has returned true.
    private func search(_ state: inout State, isWanted: ([UInt8]) -> Bool) -> Bool {
        var known = Set<[UInt8]>(state.names.all.filter(Self.isDocument))
        var waiting = Array(known)
        var used: [Document: [[UInt8]]] = [:]
        defer { state.references = used }
        while let name = waiting.popLast(), used.count < Self.mostDocuments {
            guard let file = try? folder.open(name, if: { _ in true }) else { continue }
            let document = Document(name: name, version: file.version)
            let references = state.references[document] ?? self.references(of: file, name)
            used[document] = references
            for reference in references {
                if isWanted(reference) { return true }
                if Self.isDocument(reference), known.insert(reference).inserted {
                    waiting.append(reference)
                }
            }
        }
        return false
    }

    private func references(of file: OpenFile, _ name: [UInt8]) -> [[UInt8]] {
        guard let text = file.read(at: 0, count: min(file.count, Self.longestDocument)) else {
            return []
        }
        let slash = UInt8(ascii: "/")
        let parent = Array(name[..<(name.lastIndex(of: slash) ?? 0)])
        var names = names(in: text, of: parent)
        // The paths in a script are relative to the page that runs it.
        if name.suffix(3).elementsEqual(".js".utf8) {
            names.formUnion(self.names(in: text, of: Array(folder.root.utf8)))
        }
        return Array(names)
    }

    /// Returns the absolute paths of all files to which a document may refer. Relative paths in the
    /// document start at the folder `parent`.
    private func names(in text: [UInt8], of parent: [UInt8]) -> Set<[UInt8]> {
        var names: Set<[UInt8]> = []
        for reference in References(in: text) {
            if let name = folder.name(of: reference, in: parent) { names.insert(name) }
        }
        return names
    }

    /// Returns whether a file is searched for references to other files, such as the paths of
    /// pictures. True for HTML, CSS, JavaScript, SVG and Markdown files, recognized by the
    /// extension of the name.
    private static func isDocument(_ name: [UInt8]) -> Bool {
        ["html", "htm", "css", "js", "svg", "md"].contains {
            name.reversed().starts(with: ".\($0)".utf8.reversed())
        }
    }
}

/// The possible paths in a document: Markdown, HTML, SVG, CSS or JavaScript.
///
/// The document is not parsed. Each string between two quotation marks of the same kind, between
/// parentheses, or after an equals sign is a possible path. So the result can contain more than the
/// document's references. It does not contain paths that a script composes, or paths of more than
/// `longest` bytes. The total length of the result is limited to about eight times the length of
/// the document. So some paths can be missing if most bytes of the document could begin a path.
/// O(bytes).
struct References: Sequence, IteratorProtocol {
    /// The maximum number of bytes of one reference.
    private static let longest = 1_024

    /// The bytes that end a reference.
    private enum End: Int, CaseIterable {
        case doubleQuote, singleQuote, backtick, parenthesis, blank

        func holds(_ byte: UInt8) -> Bool {
            switch self {
            case .doubleQuote: byte == UInt8(ascii: "\"")
            case .singleQuote: byte == UInt8(ascii: "'")
            case .backtick: byte == UInt8(ascii: "`")
            case .parenthesis: byte == UInt8(ascii: ")")
            case .blank: byte <= 0x20 || byte == UInt8(ascii: ">")
            }
        }
    }

    private let text: [UInt8]
    private var place = 0
    /// For each case of `End`, the offset of the byte that the last search for this case found: the
    /// length of `text` if it found none, and -1 before the first search. The next search starts at
    /// this offset, or at `place` if that is greater, so that it skips the bytes already searched.
    private var ends = [Int](repeating: -1, count: End.allCases.count)
    private var found: [[UInt8]] = []
    /// The number of bytes by which the result may still grow.
    private var rest: Int

    init(in text: [UInt8]) {
        self.text = text
        rest = 8 * text.count + 8 * Self.longest
    }

    mutating func next() -> [UInt8]? {
        while found.isEmpty, place < text.count, rest > 0 {
            let byte = text[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""): take(to: .doubleQuote)
            case UInt8(ascii: "'"): take(to: .singleQuote)
            case UInt8(ascii: "`"): take(to: .backtick)
            case UInt8(ascii: "("): take(to: .parenthesis)
            case UInt8(ascii: "="): take(to: .blank)
            default: break
            }
        }
        return found.popLast()
    }

    private mutating func place(of end: End) -> Int {
        var next = Swift.max(ends[end.rawValue], place)
        while next < text.count, !end.holds(text[next]) { next += 1 }
        ends[end.rawValue] = next
        return next
    }

    /// Adds the string from `place` up to the next `end` if it may be a path. Also adds the first
    /// word of each comma-separated part of this string. Does not advance `place`, because the
    /// string may contain more references.
    private mutating func take(to end: End) {
        let whole = text[place..<place(of: end)]
        // A text without a slash, a dot or a percent sign, which can encode them, is not considered
        // a path.
        guard whole.count <= Self.longest, !whole.contains(UInt8(ascii: "\n")),
            whole.contains(where: { "./%".utf8.contains($0) })
        else { return }
        rest -= 2 * whole.count
        add(whole)
        // The text may be a list of pictures (`srcset`), or a path and its title.
        for item in whole.split(separator: UInt8(ascii: ",")) {
            let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
            if let first = item.split(whereSeparator: isBlank).first, first.count < whole.count {
                add(first)
            }
        }
    }

    /// Adds a reference in two forms: as written, and as a browser decodes it.
    private mutating func add(_ reference: ArraySlice<UInt8>) {
        var plain = reference
        if plain.first == UInt8(ascii: "<"), plain.last == UInt8(ascii: ">") {
            plain = plain.dropFirst().dropLast()
        }
        if plain.first.map({ "\"'".utf8.contains($0) }) == true, plain.first == plain.last {
            plain = plain.dropFirst().dropLast()
        }
        found.append(Array(plain))
        let path = plain.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let decoded = Percent.decoded(Self.withoutEntities(path))
        if let decoded, !decoded.elementsEqual(plain) { found.append(decoded) }
    }

    /// Returns the text with `&amp;` replaced by `&`. Paths do not need any other HTML entities.
    private static func withoutEntities(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let entity = Array("amp;".utf8)
        var result: [UInt8] = []
        var place = text.startIndex
        while place < text.endIndex {
            result.append(text[place])
            place += 1
            if result.last == UInt8(ascii: "&"), text[place...].starts(with: entity) {
                place += entity.count
            }
        }
        return result
    }
}

/// Functions that percent-encode and decode parts of URLs.
enum Percent {
    /// Decodes a percent-encoded string.
    ///
    /// - Returns: The decoded bytes, or nil if a `%` is not followed by two hexadecimal digits.
    static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit)
            else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    /// Returns the string with all characters percent-encoded except letters, digits, `-`, `.` and
    /// `_`.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        return text.utf8.reduce(into: "") { result, byte in
            let isPlain =
                byte < 0x80
                && (Character(Unicode.Scalar(byte)).isLetter || (0x30...0x39).contains(byte))
                || [0x2d, 0x2e, 0x5f].contains(byte)
            if isPlain {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result.unicodeScalars.append(contentsOf: [
                    "%", digits[Int(byte >> 4)], digits[Int(byte & 15)],
                ])
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}

/// A log of the requested files that pagerview cannot serve. Each file is logged once, so that an
/// operator can see why a picture is not shown.
final class RefusedFiles: Sendable {
    /// The maximum number of files that are logged. Browsers choose the paths, so without a limit
    /// they could fill the log.
    private static let most = 64

    private let logged = Mutex<Set<[UInt8]>>([])

    func note(_ path: [UInt8], _ reason: String) {
        let isNew = logged.withLock { $0.count < Self.most && $0.insert(path).inserted }
        guard isNew else { return }
        let name = beginning(of: String(decoding: path, as: UTF8.self))
        StandardError.write("pagerview: \(name): \(reason)")
    }
}
