/// A recognizer of pans that begin at an edge of the window and move away from that edge.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// The edges at which the pan can begin.
    open var edges: UIRectEdge = []

    private var touched: UIRectEdge = []

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        guard let bounds = self.touches.first?.window?.bounds else { return fail() }
        touched = []
        if origin.x <= bounds.minX + Thresholds.edge { touched.insert(.left) }
        if origin.x >= bounds.maxX - Thresholds.edge { touched.insert(.right) }
        if origin.y <= bounds.minY + Thresholds.edge { touched.insert(.top) }
        if origin.y >= bounds.maxY - Thresholds.edge { touched.insert(.bottom) }
        touched.formIntersection(edges)
        if touched.isEmpty { fail() }
    }

    override func beginMoving() {
        let now = positionInWindow
        let (x, y) = (now.x - origin.x, now.y - origin.y)
        let inward: UIRectEdge =
            abs(x) >= abs(y) ? (x > 0 ? .left : .right) : (y > 0 ? .top : .bottom)
        if touched.contains(inward) { super.beginMoving() } else { fail() }
    }
}
