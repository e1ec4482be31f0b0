internal import Containment
internal import PagerModel

extension UIView {
    /// Returns whether `sibling` counts as the rearmost subview of this view although it is not a
    /// subview.
    ///
    /// This is true for the presenting controller's view during a presentation or dismissal with an
    /// animator. UIKit moves that view into the transition's container view. The simulation does
    /// not move it.
    private func liesBelow(_ sibling: UIView) -> Bool {
        sibling.superview !== self && simulation.transitions.keep(sibling)
    }

    /// Exchanges the positions of two subviews. An invalid index is reported as an issue.
    func exchange(_ first: Int, _ second: Int) {
        guard subviews.indices.contains(first), subviews.indices.contains(second) else {
            return simulation.report(
                Simulation.Issue(
                    text: "exchangeSubview: indices must be below \(subviews.count), got \(first) "
                        + "and \(second)", exception: "NSRangeException"))
        }
        let (low, high) = (subviews[min(first, second)], subviews[max(first, second)])
        guard low !== high else { return }
        let (lowIndex, highIndex) = (min(first, second), max(first, second))
        insert(high, at: lowIndex)
        insert(low, at: highIndex)
    }

    public func isDescendant(of view: UIView) -> Bool {
        var current: UIView? = self
        while let present = current {
            if present === view { return true }
            current = present.superview
        }
        return false
    }

    /// Returns the view with a tag: this view, or the first of its descendants with the tag.
    public func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for subview in subviews {
            if let found = subview.viewWithTag(tag) { return found }
        }
        return nil
    }

    /// Inserts a view among the subviews, by default in front of all others.
    func insert(
        _ view: UIView, at index: Int? = nil, above: UIView? = nil, below: UIView? = nil
    ) {
        if view === self {
            return simulation.report(
                Simulation.Issue(
                    text: "Can't add self as subview", exception: "NSInvalidArgumentException"))
        }
        if simulation.transitions.keep(view) { return }
        if let sibling = above ?? below, liesBelow(sibling) { return insert(view, at: 0) }
        if let presentation = simulation.beginningPresentation, window != nil,
            presentation.isShown(by: view)
        {
            return presentation.putOff { [self] in
                insert(view, at: index, above: above, below: below)
            }
        }
        if self is UIWindow { return insertInWindow(view, at: index) }
        if view.superview === self, index == nil, above == nil, below == nil,
            subviews.last === view
        {
            return
        }
        if subviews.contains(where: \.isOnlyInObject) {
            return insertAmongBars(view, at: index, above: above, below: below)
        }
        guard let own = requireID(), let other = view.requireID(in: simulation) else { return }
        simulation.perform(
            ViewAddSubview {
                $0.view = other
                $0.to = own
                $0.above = above?.id
                $0.below = below?.id
                $0.at = index.map { min($0, subviews.count - (view.superview === self ? 1 : 0)) }
            })
    }

    /// Inserts a view into this `UIWindow` object, but not into the window's record in the engine.
    private func insertInWindow(_ view: UIView, at index: Int?) {
        if let index, index < 0 {
            return simulation.report(
                Simulation.Issue(text: "insertSubview: index must not be negative, got \(index)"))
        }
        // The engine has already inserted the view of a presented controller.
        if view.superview === self, view.owner != nil { return }
        if !view.isOnlyInObject { view.removeFromSuperview() }
        view.move(to: self, at: index, onlyInObject: true)
    }
}

// MARK: - The record in the engine

extension UIView {
    /// Returns the id of the view's record in the engine. Creates the record if there is none.
    /// Returns nil if the engine refuses to create it.
    func requireID() -> Identifier? {
        if let id { return id }
        if let owner { return owner.requireID() }
        let name = simulation.name(for: self)
        guard
            simulation.perform(
                ViewCreate({
                    $0.id = name
                    $0.frame = Frame(frameWithoutTransform)
                })) != nil,
            let handle = simulation.scene.find(name.text)
        else { return nil }
        self.handle = handle
        id = name
        simulation.objects.set(self, at: handle)
        if !autoresizingMask.isEmpty { tellAutoresizingMask() }
        sendFirstDrawingProperties()
        return name
    }

    /// Returns the id of the view's record. If the view does not belong to the simulation `other`,
    /// reports an issue and returns nil.
    func requireID(in other: Simulation) -> Identifier? {
        if other === simulation { return requireID() }
        Simulation.reportForeign(self)
        return nil
    }

    /// Assigns the view to a controller. The view then uses the controller's record in the engine.
    func become(viewOf controller: UIViewController, _ record: Handle) {
        let old = id
        let inside = subviews
        owner = controller
        handle = record
        id = controller.id
        simulation.objects.set(self, at: record)
        guard let own = id else { return }
        // Moves the existing subviews to the new record.
        for subview in inside {
            guard let other = subview.id else { continue }
            simulation.isMovingRecords = true
            simulation.perform(
                ViewAddSubview {
                    $0.view = other
                    $0.to = own
                })
            simulation.isMovingRecords = false
        }
        if let old { simulation.perform(ViewDestroy { $0.view = old }) }
        if frameWithoutTransform != .zero,
            frameWithoutTransform != CGRect(simulation.frame(of: record))
        {
            simulation.perform(
                ViewSet {
                    $0.view = own
                    $0.frame = Frame(frameWithoutTransform)
                })
        } else {
            update(simulation.frame(of: record))
        }
        if !autoresizingMask.isEmpty { tellAutoresizingMask() }
        sendFirstDrawingProperties()
    }
}

extension UIView {
    /// The view's topmost superview, or the view itself if it has no superview.
    var topmost: UIView { superview?.topmost ?? self }

    /// Changes the superview of this object and calls the UIKit callbacks, such as
    /// `didMoveToSuperview()`. Does not change the view's record in the engine.
    ///
    /// - Parameters:
    ///   - new: The new superview; nil if the view has none.
    ///   - index: The position among the subviews; nil for the front.
    func move(to new: UIView?, at index: Int?, onlyInObject: Bool = false) {
        if simulation.isMovingRecords { return }
        let oldWindow = window
        isOnlyInObject = onlyInObject
        willMove(toSuperview: new)
        let newWindow = new?.window
        if oldWindow !== newWindow { tellWillMove(to: newWindow) }
        if let old = superview {
            old.willRemoveSubview(self)
            simulation.released.append(self)
            old.subviews.remove(self)
            old.setNeedsLayout()
        }
        superview = new
        if let new {
            let count = new.subviews.count
            var place = index ?? count
            if !onlyInObject, let index { place = new.place(of: self, fromRecord: index) }
            new.subviews.insert(self, at: min(place, count))
            new.setNeedsLayout()
            new.didAddSubview(self)
        }
        if oldWindow !== newWindow { tellDidMoveToWindow() }
        didMoveToSuperview()
    }

    private func tellWillMove(to window: UIWindow?) {
        willMove(toWindow: window)
        for subview in subviews { subview.tellWillMove(to: window) }
    }

    private func tellDidMoveToWindow() {
        didMoveToWindow()
        for subview in subviews { subview.tellDidMoveToWindow() }
    }
}

extension Array where Element: AnyObject {
    /// Removes an object. Here the closure belongs to no actor, which each of its calls would check.
    mutating func remove(_ object: Element) {
        if let index = firstIndex(where: { $0 === object }) { remove(at: index) }
    }
}

extension UIView {
    /// Returns an empty view with the frame and background of this view.
    public func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
        let snapshot = UIView(frame: frame)
        snapshot.backgroundColor = backgroundColor
        return snapshot
    }

    /// Returns an empty view with the frame `rect` and the background of this view.
    public func resizableSnapshotView(
        from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets insets: UIEdgeInsets
    ) -> UIView? {
        let snapshot = UIView(frame: rect)
        snapshot.backgroundColor = backgroundColor
        return snapshot
    }

    /// Draws nothing and returns true.
    @discardableResult
    public func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
        true
    }

    /// Makes the first responder inside the view resign. Returns false if the responder refuses
    /// and `force` is false.
    @discardableResult
    public func endEditing(_ force: Bool) -> Bool {
        if isFirstResponder, !resignFirstResponder(), !force { return false }
        return subviews.allSatisfy { $0.endEditing(force) }
    }

    /// Returns the layout direction: right to left if the attribute forces it, otherwise left to
    /// right.
    public static func userInterfaceLayoutDirection(
        for attribute: UISemanticContentAttribute
    ) -> UIUserInterfaceLayoutDirection {
        attribute == .forceRightToLeft ? .rightToLeft : .leftToRight
    }

    public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        Self.userInterfaceLayoutDirection(for: semanticContentAttribute)
    }

    /// Whether animations take time. If false, `animate` calls the completion immediately.
    public static var areAnimationsEnabled: Bool { Simulation.current.areAnimationsEnabled }

    public static func setAnimationsEnabled(_ enabled: Bool) {
        Simulation.current.areAnimationsEnabled = enabled
    }

    /// Does nothing: values change immediately, whatever the curve.
    public static func setAnimationCurve(_ curve: AnimationCurve) {}

    /// Runs all key frames immediately. Calls the completion after the delay and the duration.
    public static func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval,
        options: KeyframeAnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            withDuration: duration, delay: delay, options: [], animations: animations,
            completion: completion)
    }

    /// Runs the animations of a key frame immediately, so that their end values are set in the
    /// order of the calls.
    public static func addKeyframe(
        withRelativeStartTime start: Double, relativeDuration duration: Double,
        animations: @escaping () -> Void
    ) { animations() }

    public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1)
        public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 2)
        public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 4)
        public static let `repeat` = KeyframeAnimationOptions(rawValue: 8)
        public static let autoreverse = KeyframeAnimationOptions(rawValue: 16)
        public static let calculationModeLinear = KeyframeAnimationOptions([])
        public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
        public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
        public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
        public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)
        public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
        public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
    }
}

public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }
