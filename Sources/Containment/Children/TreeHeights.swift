internal import PagerModel

/// The height of a record in the controller tree or the view tree: the number of levels of its
/// subtree, including the level of the record itself.
struct Height: Sendable, BitwiseCopyable {
    var levels: UInt16 = 1
    /// The number of those direct descendants whose height is the greatest among the direct
    /// descendants.
    var tallest: UInt32 = 0
}

/// The two trees with a depth limit.
enum Tree: Int, Sendable {
    /// The tree of controllers: a controller is below its parent, container or presenter.
    case controllers
    /// The tree of views: a view is below its superview. A view without a superview is below the
    /// view that will be its superview, such as its container's view.
    case views
}

/// The heights of the direct descendants of records, as far as the records do not store them. A
/// record stores its own height and the number of its tallest direct descendants (`Height`).
struct TreeHeights: Sendable {
    /// The maximum height that is recorded, one more than the depth limit. A subtree of this height
    /// exceeds the limit wherever it is inserted.
    ///
    /// In the tree of views, the future superviews of views without a superview can form a cycle.
    /// An update then follows the cycle, and ends at the latest when all heights in the cycle have
    /// reached this maximum.
    static let highest = UInt16(Limits.depth + 1)

    /// For one record, the number of direct descendants of each height, in ascending order of
    /// height. `count` is the number of descendants, and `levels` is their height plus one. The
    /// greatest height is not in the list, because `Height.tallest` contains the number for it.
    private typealias Lower = [(levels: UInt16, count: UInt32)]

    /// For each `Tree`, the lists of the records whose direct descendants differ in height.
    private var lower: [[Handle: Lower]] = [[:], [:]]
    /// A counter that increases with each change of a record's position in a tree.
    private(set) var relocations = 0

    mutating func noteRelocation() { relocations += 1 }

    /// Forgets the heights of all direct descendants.
    mutating func removeAll() { lower = [[:], [:]] }

    /// Adds a direct descendant with `levels` levels to the height of a record.
    mutating func note(
        _ levels: UInt16, below node: Handle, in tree: Tree, _ height: inout Height
    ) {
        let own = min(levels + 1, Self.highest)
        if own == height.levels, height.tallest > 0 {
            height.tallest += 1
        } else if own < height.levels {
            changeLower(own, by: 1, of: node, in: tree)
        } else {
            if height.tallest > 0 {
                changeLower(height.levels, by: Int(height.tallest), of: node, in: tree)
            }
            height = Height(levels: own, tallest: 1)
        }
    }

    /// Removes a direct descendant with `levels` levels from the height of a record.
    mutating func forget(
        _ levels: UInt16, below node: Handle, in tree: Tree, _ height: inout Height
    ) {
        let own = min(levels + 1, Self.highest)
        guard own == height.levels, height.tallest > 0 else {
            return changeLower(own, by: -1, of: node, in: tree)
        }
        height.tallest -= 1
        guard height.tallest == 0 else { return }
        height = Height()
        guard let next = lower[tree.rawValue][node]?.popLast() else { return }
        height = Height(levels: next.levels, tallest: next.count)
        if lower[tree.rawValue][node]?.isEmpty == true { lower[tree.rawValue][node] = nil }
    }

    /// Adds `change` to the stored number of direct descendants whose height is `levels - 1`. Do
    /// not call this function for the greatest height of the direct descendants, because
    /// `Height.tallest` stores the number of descendants with this height.
    private mutating func changeLower(
        _ levels: UInt16, by change: Int, of node: Handle, in tree: Tree
    ) {
        let tree = tree.rawValue
        var low = 0
        var high = lower[tree][node]?.count ?? 0
        while low < high {
            let middle = (low + high) / 2
            if lower[tree][node, default: []][middle].levels < levels {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let found = lower[tree][node]
        if let found, low < found.count, found[low].levels == levels {
            let count = Int(found[low].count) + change
            if count > 0 {
                lower[tree][node]?[low].count = UInt32(count)
            } else if found.count > 1 {
                lower[tree][node]?.remove(at: low)
            } else {
                lower[tree][node] = nil
            }
        } else if change > 0 {
            lower[tree][node, default: []].insert((levels, UInt32(change)), at: low)
        } else {
            assertionFailure("a record has no direct descendant with \(levels - 1) levels")
        }
    }
}
