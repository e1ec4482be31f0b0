internal import PagerModel

/// The objects that handles of the engine stand for, by slot. It keeps none of them alive.
struct ObjectTable {
    private struct Entry {
        var handle = Handle.none
        weak var view: UIView?
        weak var controller: UIViewController?
    }

    private var entries: [Entry] = []

    mutating func set(_ view: UIView?, at handle: Handle) {
        open(handle)
        entries[Int(handle.slot)].view = view
    }

    mutating func set(_ controller: UIViewController, at handle: Handle) {
        open(handle)
        entries[Int(handle.slot)].controller = controller
    }

    /// The view of a handle; of a controller's, its view where it is loaded.
    func view(_ handle: Handle) -> UIView? {
        has(handle) ? entries[Int(handle.slot)].view : nil
    }

    func controller(_ handle: Handle) -> UIViewController? {
        has(handle) ? entries[Int(handle.slot)].controller : nil
    }

    private func has(_ handle: Handle) -> Bool {
        let slot = Int(handle.slot)
        return slot < entries.count && entries[slot].handle == handle
    }

    private mutating func open(_ handle: Handle) {
        let slot = Int(handle.slot)
        if slot >= entries.count {
            entries += Array(repeating: Entry(), count: slot + 1 - entries.count)
        }
        if entries[slot].handle != handle { entries[slot] = Entry(handle: handle) }
    }
}
