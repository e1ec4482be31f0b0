package import PagerModel

extension Scene {
    /// Loads a controller's view unless it is already loaded: sends `loadView` and `viewDidLoad`
    /// [12.6]. The view gets the size of the controller's current or future window. Without such a
    /// window, it gets the size of the first window. O(depth).
    package mutating func loadViewIfNeeded(_ controller: Handle) {
        guard !self[controller].flags.contains(.viewLoaded) else { return }
        load(controller, windowSize(ahead: controller) ?? firstWindowSize ?? .standard)
    }

    /// Loads the view of a controller that becomes the root of a window.
    mutating func loadViewIfNeeded(_ root: Handle, asRootOf window: Handle) {
        guard !self[root].flags.contains(.viewLoaded) else { return }
        load(root, self[window].frame.size)
    }

    private mutating func load(_ controller: Handle, _ size: Size) {
        self[controller].flags.insert(.viewLoaded)
        if self[controller].frame != Frame(size) {
            self[controller].frame = Frame(size)
            emit(ViewEvents.DidChangeFrame { $0.frame = Frame(size) }, of: controller)
        }
        send(LifecycleEvents.LoadView(), to: controller)
        send(LifecycleEvents.ViewDidLoad(), to: controller)
    }

    /// The size of the window that was created first, or nil if there is none.
    private var firstWindowSize: Size? {
        let first = state.orders[Int(Node.Role.window.rawValue)].first
        return first == 0 ? nil : self[handle(at: first)].frame.size
    }
}
