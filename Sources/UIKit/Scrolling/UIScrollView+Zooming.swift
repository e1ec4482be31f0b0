extension UIScrollView {
    /// Scales the view that the delegate returns. The scale stays between `minimumZoomScale` and
    /// `maximumZoomScale`, the content gets the size of the scaled view, and the point in the middle
    /// stays there. With animation, `scrollViewDidEndZooming` is called 0.3 s later.
    public func setZoomScale(_ scale: CGFloat, animated: Bool) {
        let scale = min(max(scale, minimumZoomScale), max(minimumZoomScale, maximumZoomScale))
        guard let view = delegate?.viewForZooming(in: self), scale != zoomScale else { return }
        let factor = scale / zoomScale
        let middle = CGPoint(x: bounds.midX * factor, y: bounds.midY * factor)
        if animated { delegate?.scrollViewWillBeginZooming(self, with: view) }
        storedZoomScale = scale
        view.transform = CGAffineTransform(scaleX: scale, y: scale)
        view.frame.origin = .zero
        contentSize = view.frame.size
        let offset = CGPoint(x: middle.x - bounds.width / 2, y: middle.y - bounds.height / 2)
        setContentOffset(clamped(offset), animated: false)
        delegate?.scrollViewDidZoom(self)
        guard animated else { return }
        simulation.schedule(after: 0.3) { [weak self, weak view] in
            guard let self else { return }
            delegate?.scrollViewDidEndZooming(self, with: view, atScale: zoomScale)
        }
    }

    /// Zooms so that a rectangle of the zoomed view, in its own coordinates, fills the bounds.
    public func zoom(to rect: CGRect, animated: Bool) {
        guard rect.width > 0, rect.height > 0 else { return }
        setZoomScale(
            min(bounds.width / rect.width, bounds.height / rect.height), animated: animated)
        let corner = CGPoint(
            x: rect.midX * zoomScale - bounds.width / 2,
            y: rect.midY * zoomScale - bounds.height / 2)
        setContentOffset(clamped(corner), animated: false)
    }

    /// Simulates a pinch that ends at a scale.
    public func simulateZoom(to scale: CGFloat) {
        guard let view = delegate?.viewForZooming(in: self) else { return }
        isZooming = true
        delegate?.scrollViewWillBeginZooming(self, with: view)
        setZoomScale(scale, animated: false)
        isZooming = false
        delegate?.scrollViewDidEndZooming(self, with: view, atScale: zoomScale)
    }
}
