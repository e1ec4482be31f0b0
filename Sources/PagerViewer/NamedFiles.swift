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
