internal import PagerModel
internal import PagerWire
internal import Synchronization

/// Which files may be served: those that a content names by its `url`, those that the text of a
/// content refers to, and those that such files refer to in turn.
final class NamedFiles: Sendable {
    /// Documents that are read in search of references.
    static let mostDocuments = 1_024
    /// Bytes of a document in which references are looked for.
    static let longestDocument = 1 << 20
    /// After a search for browsers without the token, the next one waits so many times as long as
    /// it took; until then they are served what it found.
    static let watcherPause = 9.0

    /// Seconds that one request may spend on contents that have changed. A file that only a content
    /// names which is not read by then is missing until a later request.
    static let longestReading = 0.02

    private struct State {
        /// Those that contents name.
        var names = ContentNames()
        /// What files refer to, by name and state of the file.
        var references: [Document: [[UInt8]]] = [:]
        /// What files refer to, as the last search for browsers without the token found it.
        var reached: Set<[UInt8]> = []
        /// When the next such search may begin, in seconds since the system started.
        var nextSearch = 0.0
    }

    private struct Document: Hashable {
        let name: [UInt8]
        let version: OpenFile.Version
    }

    private let relay: BrowserHub
    private let folder: BookFolder
    private let state = Mutex(State())

    init(relay: BrowserHub, folder: BookFolder) {
        self.relay = relay
        self.folder = folder
    }

    /// Whether a file may be served, by its name in the folder of the book.
    ///
    /// - Parameter isWatcher: whether a browser without the token asks. A search may read many
    ///   files, and such browsers may cause one only now and then.
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

    /// Reads the contents that have changed, for a short time.
    private func refresh(_ state: inout State) {
        switch relay.takeContentChanges() {
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

    /// Goes through what named documents refer to, and the documents that these refer to.
    ///
    /// - Returns: whether it ended because a reference was the wanted one.
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
        // A script's paths are seen from the page that it runs in.
        if name.suffix(3).elementsEqual(".js".utf8) {
            names.formUnion(self.names(in: text, of: Array(folder.root.utf8)))
        }
        return Array(names)
    }

    /// The names of everything in a text that may be a path.
    private func names(in text: [UInt8], of parent: [UInt8]) -> Set<[UInt8]> {
        var names: Set<[UInt8]> = []
        for reference in References(in: text) {
            if let name = folder.name(of: reference, in: parent) { names.insert(name) }
        }
        return names
    }

    /// Whether a file may refer to others.
    private static func isDocument(_ name: [UInt8]) -> Bool {
        ["html", "htm", "css", "js", "svg", "md"].contains {
            name.reversed().starts(with: ".\($0)".utf8.reversed())
        }
    }
}
