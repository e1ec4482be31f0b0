internal import PagerModel

/// The objects that belong to the engine's handles, by slot. The table holds weak references only.
@MainActor
struct ObjectTable {
    /// Weak references to the objects of one slot. It is a class, so that reading one reference
    /// does not copy the others.
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

    /// Returns the view of a handle; for a controller, its view if that is loaded.
    func view(_ handle: Handle) -> UIView? { entry(handle)?.view }

    /// The handles of all objects. O(all objects).
    var handles: [Handle] {
        entries.compactMap { entry in
            entry?.view == nil && entry?.controller == nil ? nil : entry?.handle
        }
    }

    /// All windows. O(all objects).
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
