/// The gestures that turn the pages of a page view controller: a pan along its axis and, with the
/// style `pageCurl`, a tap near an edge.
@MainActor
final class PageGesture: UIGestureRecognizerDelegate {
    let pan = UIPanGestureRecognizer()
    let tap = UITapGestureRecognizer()
    private weak var pages: UIPageViewController?
    /// The interactor of the current page turn; nil if the finger turns no page.
    private(set) var interactor: UIPercentDrivenInteractiveTransition?
    private var direction = UIPageViewController.NavigationDirection.forward

    init(of pages: UIPageViewController) {
        self.pages = pages
        pan.delegate = self
        tap.delegate = self
        pan.addAction { [weak self] in self?.move($0) }
        tap.addAction { [weak self] in self?.turn($0) }
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let pages, pages.dataSource != nil, !pages.isTurning else { return false }
        guard gestureRecognizer === pan else { return side(of: tap) != nil }
        let moved = pan.translation(in: pages.viewIfLoaded)
        return pages.navigationOrientation == .horizontal
            ? abs(moved.x) > abs(moved.y) : abs(moved.y) > abs(moved.x)
    }

    /// A pan from the edge of the screen goes back in a navigation stack instead.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer
    ) -> Bool { other is UIScreenEdgePanGestureRecognizer }

    private func move(_ recognizer: UIPanGestureRecognizer) {
        guard let pages else { return }
        switch recognizer.state {
        case .began:
            let moved = along(recognizer.translation(in: pages.view))
            direction = moved < 0 ? .forward : .reverse
            guard let next = pages.neighbours(direction) else { return }
            interactor = UIPercentDrivenInteractiveTransition()
            pages.turn(to: next, direction, animated: true, user: true, nil)
            interactor?.update(share)
        case .changed: interactor?.update(share)
        case .ended:
            let velocity = along(recognizer.velocity(in: pages.view))
            let speed = direction == .forward ? -velocity : velocity
            end(finishes: share + speed / 1000 > 0.5)
        case .cancelled, .failed: end(finishes: false)
        case .possible: break
        }
    }

    /// The part of the page that the finger has moved away, from 0 to 1.
    private var share: CGFloat {
        guard let view = pages?.viewIfLoaded else { return 0 }
        let moved = along(pan.translation(in: view))
        let length = max(along(CGPoint(x: view.bounds.width, y: view.bounds.height)), 1)
        return min(max((direction == .forward ? -moved : moved) / length, 0), 1)
    }

    private func along(_ vector: CGPoint) -> CGFloat {
        pages?.navigationOrientation == .vertical ? vector.y : vector.x
    }

    private func end(finishes: Bool) {
        let interactor = interactor
        self.interactor = nil
        if finishes { interactor?.finish() } else { interactor?.cancel() }
    }

    private func turn(_ recognizer: UITapGestureRecognizer) {
        guard recognizer.state == .ended, let side = side(of: recognizer) else { return }
        pages?.simulateTurn(side)
    }

    /// Returns the direction in which a tap turns: only a tap in the outer fifths turns a page.
    private func side(
        of recognizer: UIGestureRecognizer
    ) -> UIPageViewController.NavigationDirection? {
        guard let view = pages?.viewIfLoaded else { return nil }
        let position = along(recognizer.location(in: view))
        let length = along(CGPoint(x: view.bounds.width, y: view.bounds.height))
        if position < length / 5 { return .reverse }
        return position > length * 4 / 5 ? .forward : nil
    }
}

extension UIPageViewController {
    /// The recognizers of the gestures that turn pages: a pan and a tap with the style `pageCurl`,
    /// none with the style `scroll`, as in UIKit. With the style `scroll`, a pan turns the pages
    /// too.
    public var gestureRecognizers: [UIGestureRecognizer] {
        transitionStyle == .pageCurl ? [gesture.pan, gesture.tap] : []
    }

    /// Returns the animator and the interactor of a page turn that a finger has begun. Returns nil
    /// for any other page turn.
    func animatorsOfGesture() -> TransitionAnimators? {
        guard let interactor = gesture.interactor else { return nil }
        return TransitionAnimators(
            animator: StandardAnimator(duration: transitionStyle == .scroll ? 0.3 : 0.5),
            interactor: interactor)
    }

    /// Returns the next or previous pages, as many as a page turn shows. They come from the page
    /// cache, if it has them, otherwise from the data source. Returns nil if there are not enough.
    func neighbours(_ direction: NavigationDirection) -> [UIViewController]? {
        if let cached = cache, cached.direction == direction { return [cached.page] }
        guard let dataSource, let viewControllers,
            var last = direction == .forward ? viewControllers.last : viewControllers.first
        else { return nil }
        var found: [UIViewController] = []
        let isPair = spineLocation == .mid || (transitionStyle == .pageCurl && isDoubleSided)
        for _ in 0..<(isPair ? 2 : 1) {
            let next =
                direction == .forward
                ? dataSource.pageViewController(self, viewControllerAfter: last)
                : dataSource.pageViewController(self, viewControllerBefore: last)
            guard let next else { return nil }
            found.append(next)
            last = next
        }
        // Two pages side by side are in the order of the book. A single page comes before the back
        // of the sheet that turns, which lies between the visible page and that page.
        return direction == .reverse || spineLocation != .mid ? found.reversed() : found
    }
}
