// The index paths of tables and collections have two parts, as UIKit names them.

extension NSIndexPath {
    public convenience init(forRow row: Int, inSection section: Int) {
        unsafe self.init(indexes: [section, row], length: 2)
    }

    public convenience init(forItem item: Int, inSection section: Int) {
        unsafe self.init(indexes: [section, item], length: 2)
    }

    public var section: Int { index(atPosition: 0) }
    public var row: Int { index(atPosition: 1) }
    public var item: Int { index(atPosition: 1) }
}

/// The rows or items that a data source has announced, by section.
struct SectionCounts {
    var counts: [Int]

    func contains(_ path: IndexPath) -> Bool {
        path.count == 2 && counts.indices.contains(path.section) && path.item >= 0
            && path.item < counts[path.section]
    }

    var paths: [IndexPath] {
        counts.indices.flatMap { section in
            (0..<max(0, counts[section])).map { IndexPath(item: $0, section: section) }
        }
    }
}

/// The insertions and deletions of a batch of updates.
struct ListUpdates {
    var inserted: [IndexPath] = []
    var deleted: [IndexPath] = []
    var insertedSections = IndexSet()
    var deletedSections = IndexSet()

    /// Returns UIKit's text about counts that do not fit the updates; nil if they fit.
    ///
    /// - Parameter noun: What the list calls its elements, such as `rows`.
    func mismatch(from old: SectionCounts, to new: SectionCounts, noun: String) -> String? {
        let expected = old.counts.count + insertedSections.count - deletedSections.count
        guard new.counts.count == expected else {
            return "Invalid update: invalid number of sections. The number of sections contained "
                + "in the list after the update (\(new.counts.count)) must be equal to the number "
                + "of sections contained in the list before the update (\(old.counts.count)), plus "
                + "or minus the number of sections inserted or deleted "
                + "(\(insertedSections.count) inserted, \(deletedSections.count) deleted)."
        }
        let kept = old.counts.indices.filter { !deletedSections.contains($0) }
        let indexes = new.counts.indices.filter { !insertedSections.contains($0) }
        for (before, after) in zip(kept, indexes) {
            let more = inserted.count { $0.section == after }
            let less = deleted.count { $0.section == before }
            guard old.counts[before] + more - less != new.counts[after] else { continue }
            return "Invalid update: invalid number of \(noun) in section \(after). The number of "
                + "\(noun) contained in an existing section after the update "
                + "(\(new.counts[after])) must be equal to the number of \(noun) contained in that "
                + "section before the update (\(old.counts[before])), plus or minus the number of "
                + "\(noun) inserted or deleted from that section (\(more) inserted, \(less) "
                + "deleted)."
        }
        return nil
    }

    /// Returns where an element is after the updates; nil if it was deleted.
    func moved(_ path: IndexPath) -> IndexPath? {
        guard !deleted.contains(path), !deletedSections.contains(path.section) else { return nil }
        var section = path.section - deletedSections.count(in: 0..<path.section)
        for new in insertedSections where new <= section { section += 1 }
        let less = deleted.count { $0.section == path.section && $0.item < path.item }
        var item = path.item - less
        for new in inserted.filter({ $0.section == section }).sorted() where new.item <= item {
            item += 1
        }
        return IndexPath(item: item, section: section)
    }
}

/// The classes and nib files from which a list makes its cells and headers.
@MainActor
struct ListRegistrations {
    enum Source {
        case type(AnyClass)
        case nib(UINib)
    }

    /// By kind and identifier; the kind of cells is empty.
    private var sources: [[String]: Source] = [:]
    private var unused: [[String]: [UIView]] = [:]

    mutating func set(_ source: Source?, _ kind: String, _ identifier: String) {
        sources[[kind, identifier]] = source
    }

    func source(_ kind: String, _ identifier: String) -> Source? { sources[[kind, identifier]] }

    mutating func take(_ kind: String, _ identifier: String) -> UIView? {
        unused[[kind, identifier]]?.popLast()
    }

    mutating func put(_ view: UIView, _ kind: String, _ identifier: String?) {
        guard let identifier else { return }
        unused[[kind, identifier], default: []].append(view)
    }
}
