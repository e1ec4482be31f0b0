internal import PagerModel

/// The children whose views are in no window, but inside the view of a controller other than their
/// parent.
struct MisplacedChildren: Sendable {
    private var children: Set<Handle> = []
    /// The misplaced children that existed before the running command. A command that brings one of
    /// them into a window is refused.
    private var refused: Set<Handle> = []
    /// The errors of misplaced children that the running command has brought into a window. It will
    /// be refused with the first one. An error in place of the array would make this type so large
    /// that Swift 6.3 uses it after freeing it, in builds without optimization.
    private var refusals: [CommandError] = []

    var isEmpty: Bool { children.isEmpty }

    func contains(_ child: Handle) -> Bool { children.contains(child) }

    mutating func insert(_ child: Handle) { children.insert(child) }

    mutating func remove(_ child: Handle) {
        if !children.isEmpty { children.remove(child) }
    }

    func difference(from other: MisplacedChildren) -> Set<Handle> {
        children.symmetricDifference(other.children)
    }

    /// From now on, a command that brings one of the present children into a window is refused.
    mutating func beginRefusals() { refused = children }

    /// Returns the error with which the command must be refused, or nil.
    mutating func endRefusals() -> CommandError? {
        refused = []
        return refusals.first
    }

    /// Allows everything until `resumeRefusals`. Returns the value for that call.
    mutating func suspendRefusals() -> Set<Handle> {
        let suspended = refused
        refused = []
        return suspended
    }

    mutating func resumeRefusals(_ suspended: Set<Handle>) { refused = suspended }

    /// Stores the error for a child that enters a window, unless one is already stored. Returns
    /// false if the running command may not be refused because of this child.
    mutating func refuse(_ error: CommandError, of child: Handle) -> Bool {
        guard refused.contains(child) else { return false }
        refusals.append(error)
        return true
    }
}

/// Functions for misplaced children: those whose views are not in a window and are inside the view
/// of a controller other than their parent. UIKit allows them, because it compares the view tree
/// with the controller tree only when a view enters a window [14]. For example, a parent may call
/// `box.addSubview(child.view)`, and later `view.addSubview(box)`. If `box` is in the view of a
/// different controller between these calls, `child` is misplaced during that time.
///
/// A command that brings a misplaced child into a window is refused as a whole. The engine can
/// detect that only after the command has run. So while there are some, the scene keeps a copy of
/// itself during each command and restores it after a refusal.
///
/// The engine cannot refuse in three cases: in deadlines and queued commands, for a child that
/// reactions to the command have misplaced, and in a scene with an observer. In these cases, the
/// engine removes the child's view from the tree and publishes a misuse diagnostic.
extension Scene {
    /// Executes a command while the scene contains misplaced children. Undoes and refuses the
    /// command if it brings one of them into a window. O(records).
    mutating func applyBesideMisplacedChildren<C: SceneCommand>(
        _ command: C, at time: Instant, _ requestNumber: UInt64?
    ) throws(CommandError) -> C.Reply {
        guard observer == nil, C.errors.contains(.hierarchyInconsistency) else {
            return try applyAlone(command, at: time, requestNumber)
        }
        let before = self
        makeUnique()
        note(visits: 16 * slotCount)
        state.misplacedChildren.beginRefusals()
        do throws(CommandError) {
            let reply = try applyAlone(command, at: time, requestNumber)
            guard let refusal = state.misplacedChildren.endRefusals() else { return reply }
            throw refusal
        } catch {
            restore(before)
            throw error
        }
    }

    /// Returns whether a view belongs to a child whose parent is not `nearest`. False if `nearest`
    /// is `.none`. O(1).
    ///
    /// - Parameter nearest: The nearest controller whose view contains `view`, or `.none`.
    private func isMisplaced(_ view: Handle, below nearest: Handle) -> Bool {
        guard self[view].role == .controller, !nearest.isNone else { return false }
        let parent = self[view].parent
        return !parent.isNone && parent != nearest
    }

    /// Returns whether a controller's view is inside the view of a controller other than its
    /// parent. O(depth).
    func isMisplaced(_ controller: Handle) -> Bool {
        isMisplaced(controller, below: nearestController(above: controller))
    }

    /// Records whether the topmost controllers of a view are misplaced. Called after the view was
    /// removed from its superview, or moved to a superview outside of a window. O(depth + number of
    /// topmost controllers).
    mutating func noteMisplacedChildren(on view: Handle) {
        let nearest = nearestController(above: view)
        if nearest.isNone, state.misplacedChildren.isEmpty { return }
        for controller in controllersOnTop(of: view) {
            if isMisplaced(controller, below: nearest) {
                state.misplacedChildren.insert(controller)
            } else {
                state.misplacedChildren.remove(controller)
            }
        }
    }

    /// Records that a controller is not misplaced. Call this when the controller has lost its
    /// parent, or when its view has lost its superview.
    mutating func forgetMisplacedChild(_ controller: Handle) {
        state.misplacedChildren.remove(controller)
    }

    /// Returns whether a view may enter a window inside the view of the controller `nearest`. False
    /// if the view belongs to a child of a controller other than `nearest`. In this case,
    /// removes the view from its superview. The engine then either refuses and undoes the command
    /// after it has run, or publishes a misuse diagnostic at once. O(1) if the view may enter.
    mutating func mayEnterWindow(_ view: Handle, below nearest: Handle) -> Bool {
        guard isMisplaced(view, below: nearest) else { return true }
        let refusal = inconsistency(of: view, below: nearest)
        if !state.misplacedChildren.refuse(refusal, of: view) {
            misuse(view, refusal.message)
        }
        detach(view)
        return false
    }

    /// Returns the first misplaced child in a view, and the nearest controller whose view contains
    /// the child's view. O(number of views in the subtree). Call it only if there are misplaced
    /// children.
    func firstMisplacedChild(in view: Handle) -> (child: Handle, nearest: Handle)? {
        if state.misplacedChildren.contains(view) { return (view, nearestController(above: view)) }
        for subview in self[view].subviews.all {
            if let found = firstMisplacedChild(in: subview) { return found }
        }
        return nil
    }

    /// Returns the error for a child whose view is inside the view of a controller other than its
    /// parent. The error contains the exception that UIKit raises [14].
    func inconsistency(of child: Handle, below nearest: Handle, at path: String? = nil)
        -> CommandError
    {
        CommandError(
            .hierarchyInconsistency,
            "child view controller:\(shown(child)) should have parent view "
                + "controller:\(shown(nearest)) but actual parent is:\(shown(self[child].parent))",
            path: path, exception: "UIViewControllerHierarchyInconsistency")
    }

    /// Returns the view's controller. If the view has no controller, returns the topmost
    /// controllers inside the view.
    func controllersOnTop(of view: Handle) -> [Handle] {
        if self[view].role == .controller { return [view] }
        return self[view].subviews.all.flatMap { controllersOnTop(of: $0) }
    }

    /// Finds all misplaced children of the scene. O(records).
    mutating func findMisplacedChildren() {
        state.misplacedChildren = MisplacedChildren()
        for handle in everything() where isController(handle) && self[handle].window.isNone {
            if isMisplaced(handle) { state.misplacedChildren.insert(handle) }
        }
    }
}
