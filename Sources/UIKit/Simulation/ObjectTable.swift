internal import PagerModel

/// The objects that handles of the engine stand for, by slot. It keeps none of them alive.
@MainActor
struct ObjectTable {
    /// An object of its own, so that a look at one reference copies no other.
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

    /// The view of a handle; of a controller's, its view where it is loaded.
    func view(_ handle: Handle) -> UIView? { entry(handle)?.view }

    /// O(all objects).
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
