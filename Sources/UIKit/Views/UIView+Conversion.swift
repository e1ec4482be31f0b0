extension UIView {
    /// Converts a point from this view's coordinates to those of `view`, or to the window's if
    /// `view` is nil. The conversion accounts for transforms and content offsets of scroll views.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        point.applying(map(to: view))
    }

    /// Converts a point to this view's coordinates from those of `view`, or from the window's if
    /// `view` is nil.
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        point.applying(map(to: view).inverted())
    }

    /// Converts a rectangle from this view's coordinates to those of `view`, or to the window's if
    /// `view` is nil. If the conversion rotates the rectangle, returns the smallest upright
    /// rectangle around it.
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        rect.applying(map(to: view))
    }

    /// Converts a rectangle to this view's coordinates from those of `view`, or from the window's
    /// if `view` is nil. If the conversion rotates the rectangle, returns the smallest upright
    /// rectangle around it.
    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        rect.applying(map(to: view).inverted())
    }

    /// Returns the transform from this view's coordinates to those of `view`, or to the window's if
    /// `view` is nil. If the views are in different windows, the transform takes the positions of
    /// the windows on the screen into account.
    func map(to view: UIView?) -> CGAffineTransform {
        let (own, top) = mapToTop
        guard let view else { return own }
        let (other, otherTop) = view.mapToTop
        if top === otherTop { return own.concatenating(other.inverted()) }
        return own.concatenating(top.mapToSuperview)
            .concatenating(other.concatenating(otherTop.mapToSuperview).inverted())
    }

    /// The topmost superview `top`, which is this view if it has no superview, and the transform
    /// `map` from this view's coordinates to those of `top`.
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
