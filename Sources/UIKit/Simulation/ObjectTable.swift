internal import PagerModel

/// A table of weak references to the view and the view controller of each record in the engine. Its
/// entries are indexed by the property `slot` of the records' handles.
@MainActor
struct ObjectTable {
    /// Weak references to the view and the view controller of one record. This is a class, so that
    /// reading one entry does not copy other entries.
    private final class Entry {
        let handle: Handle
        weak var view: UIView?
        weak var controller: UIViewController?

        init(_ handle: Handle) { self.handle = handle }
    }

    private var entries: [Entry?] = []

    mutating func set(_ view: UIView?, at handle: Handle) {
        open(handle).view = view
    }

    mutating func set(_ controller: UIViewController, at handle: Handle) {
        open(handle).controller = controller
    }

    /// Returns the view of a record, or nil if there is none. For a controller's record, this is
    /// the controller's view if it is loaded.
    func view(_ handle: Handle) -> UIView? { entry(handle)?.view }

    /// The handles of the records that have a view or view controller. O(number of all objects).
    var handles: [Handle] {
        entries.compactMap { entry in
            entry?.view == nil && entry?.controller == nil ? nil : entry?.handle
        }
    }

    /// All windows. O(number of all objects).
    var windows: [UIWindow] { entries.compactMap { $0?.view as? UIWindow } }

    func controller(_ handle: Handle) -> UIViewController? { entry(handle)?.controller }

    private func entry(_ handle: Handle) -> Entry? {
        let slot = Int(handle.slot)
        guard slot < entries.count, let entry = entries[slot], entry.handle == handle else {
            return nil
        }
        return entry
    }

    private mutating func open(_ handle: Handle) -> Entry {
        if let entry = entry(handle) { return entry }
        let slot = Int(handle.slot)
        while entries.count <= slot { entries.append(nil) }
        let entry = Entry(handle)
        entries[slot] = entry
        return entry
    }
}
