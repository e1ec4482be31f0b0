/// Rarely used properties of a view. Most of them are stored but have no effect.
@MainActor
final class RecordedViewValues {
    var tintColor: UIColor?
    var tintAdjustmentMode = UIView.TintAdjustmentMode.automatic
    var mask: UIView?
    var motionEffects: [UIMotionEffect] = []
    var hugging: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
    var compressionResistance: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
    var preservesSuperviewLayoutMargins = false
    var insetsLayoutMarginsFromSafeArea = true
    var contentScaleFactor: CGFloat = 1
    var clearsContextBeforeDrawing = true
    var restorationIdentifier: String?
    var needsUpdateConstraints = false
    var layoutGuides: [UILayoutGuide] = []
    var observations: [WeakObservation] = []
    var interactions: [any UIInteraction] = []
    var textInput = TextInputValues()
    var toldSafeAreaInsets = UIEdgeInsets.zero
    var keyboardGuide: UILayoutGuide?
}

extension UIView {
    public enum TintAdjustmentMode: Int, Sendable { case automatic, normal, dimmed }

    var values: RecordedViewValues {
        if let recorded { return recorded }
        let new = RecordedViewValues()
        recorded = new
        return new
    }

    /// The view's layer. It has the frame, transform, opacity and visibility of the view.
    public var layer: CALayer {
        if let layerIfLoaded { return layerIfLoaded }
        let layer = type(of: self).makeLayer()
        layer.view = self
        layerIfLoaded = layer
        return layer
    }

    func tellTintColor() {
        tintColorDidChange()
        for subview in subviews where subview.recorded?.tintColor == nil {
            subview.tellTintColor()
        }
    }

    /// A stored value without effect in the simulation.
    public var tintAdjustmentMode: TintAdjustmentMode {
        get { recorded?.tintAdjustmentMode ?? .automatic }
        set { values.tintAdjustmentMode = newValue }
    }

    /// A stored value without effect in the simulation.
    public var mask: UIView? {
        get { recorded?.mask }
        set { values.mask = newValue }
    }

    /// A stored value without effect: there is no motion sensor.
    public var motionEffects: [UIMotionEffect] {
        get { recorded?.motionEffects ?? [] }
        set { values.motionEffects = newValue }
    }

    public func addMotionEffect(_ effect: UIMotionEffect) { motionEffects.append(effect) }

    public func removeMotionEffect(_ effect: UIMotionEffect) {
        motionEffects.removeAll { $0 === effect }
    }

    /// A stored value without effect in the simulation.
    public var preservesSuperviewLayoutMargins: Bool {
        get { recorded?.preservesSuperviewLayoutMargins ?? false }
        set { values.preservesSuperviewLayoutMargins = newValue }
    }

    /// A stored value without effect: the safe area never changes the margins.
    public var insetsLayoutMarginsFromSafeArea: Bool {
        get { recorded?.insetsLayoutMarginsFromSafeArea ?? true }
        set { values.insetsLayoutMarginsFromSafeArea = newValue }
    }

    /// A stored value without effect in the simulation.
    public var contentScaleFactor: CGFloat {
        get { recorded?.contentScaleFactor ?? 1 }
        set { values.contentScaleFactor = newValue }
    }

    /// A stored value without effect in the simulation.
    public var clearsContextBeforeDrawing: Bool {
        get { recorded?.clearsContextBeforeDrawing ?? true }
        set { values.clearsContextBeforeDrawing = newValue }
    }

    /// A stored value without effect: state is never restored.
    public var restorationIdentifier: String? {
        get { recorded?.restorationIdentifier }
        set { values.restorationIdentifier = newValue }
    }
}
