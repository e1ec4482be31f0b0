extension UIView {
    /// Converts a point of this view's coordinates to another view's; with nil, to the window's.
    /// Transforms, and the bounds' origins of scroll views, are taken into account.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        point.applying(map(to: view))
    }

    /// Converts a point of another view's coordinates to this view's; with nil, of the window's.
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        point.applying(map(to: view).inverted())
    }

    /// Converts a rectangle; under a rotation the result is the upright rectangle around it.
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        rect.applying(map(to: view))
    }

    /// Converts a rectangle; under a rotation the result is the upright rectangle around it.
    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        rect.applying(map(to: view).inverted())
    }

    /// The map from this view's coordinates to another view's. Views of different windows meet in
    /// the screen's coordinates.
    func map(to view: UIView?) -> CGAffineTransform {
        let (own, top) = mapToTop
        guard let view else { return own }
        let (other, otherTop) = view.mapToTop
        if top === otherTop { return own.concatenating(other.inverted()) }
        return own.concatenating(top.mapToSuperview)
            .concatenating(other.concatenating(otherTop.mapToSuperview).inverted())
    }

    /// The view at the top of the tree, and the map to its coordinates.
    private var mapToTop: (map: CGAffineTransform, top: UIView) {
        var map = CGAffineTransform.identity
        var view = self
        while let superview = view.superview {
            map = map.concatenating(view.mapToSuperview)
            view = superview
        }
        return (map, view)
    }

    private var mapToSuperview: CGAffineTransform {
        CGAffineTransform(translationX: -bounds.midX, y: -bounds.midY)
            .concatenating(transform)
            .concatenating(CGAffineTransform(translationX: center.x, y: center.y))
    }
}
