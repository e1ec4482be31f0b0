import Testing
import UIKit

@MainActor
struct ScrollViewTests {
    @Test func `A drag with paging has UIKit's callbacks in UIKit's order`() {
        let stage = ScrollStage()
        stage.scroll.isPagingEnabled = true
        stage.drag(-100)
        #expect(
            stage.log.entries == [
                "willBeginDragging", "didScroll", "willEndDragging to 300",
                "didEndDragging(true)", "willBeginDecelerating",
            ])
        #expect(stage.scroll.isDecelerating && !stage.scroll.isDragging && !stage.scroll.isTracking)
        stage.log.entries = []
        stage.screen.simulation.advance(by: .milliseconds(300))
        #expect(stage.log.entries == ["didScroll", "didEndDecelerating"])
        #expect(stage.scroll.contentOffset == CGPoint(x: 300, y: 0))
        #expect(!stage.scroll.isDecelerating)
    }

    @Test func `The first ten points of a drag do not scroll`() {
        let stage = ScrollStage()
        stage.screen.simulation.touchDown(at: CGPoint(x: 150, y: 100), in: stage.screen.window)
        #expect(stage.scroll.isTracking && !stage.scroll.isDragging)
        stage.screen.simulation.move(to: CGPoint(x: 120, y: 100))
        #expect(stage.scroll.contentOffset == CGPoint(x: 20, y: 0))
        #expect(stage.scroll.isTracking && stage.scroll.isDragging)
        stage.screen.simulation.touchUp()
        #expect(!stage.scroll.isTracking && !stage.scroll.isDragging)
    }

    @Test func `A slow drag stops at the nearest page, a quick one at the next`() {
        let stage = ScrollStage()
        stage.scroll.isPagingEnabled = true
        stage.drag(-100, duration: .seconds(2))
        stage.screen.simulation.advance(by: .seconds(1))
        #expect(stage.scroll.contentOffset.x == 0)
        stage.drag(-100, duration: .milliseconds(100))
        stage.screen.simulation.advance(by: .seconds(1))
        #expect(stage.scroll.contentOffset.x == 300)
        stage.drag(100, duration: .milliseconds(100))
        stage.screen.simulation.advance(by: .seconds(1))
        #expect(stage.scroll.contentOffset.x == 0)
    }

    @Test func `The offset stays within the content`() {
        let stage = ScrollStage()
        stage.drag(100)
        stage.screen.simulation.advance(by: .seconds(1))
        #expect(stage.scroll.contentOffset.x == 0)
        #expect(!stage.log.entries.contains("didScroll"))
        #expect(stage.log.entries.last == "didEndDragging(false)")
    }

    @Test func `The delegate can change the target offset`() {
        let stage = ScrollStage()
        stage.log.target = CGPoint(x: 250, y: 0)
        stage.drag(-100)
        stage.screen.simulation.advance(by: .milliseconds(300))
        #expect(stage.scroll.contentOffset == CGPoint(x: 250, y: 0))
    }

    @Test func `A finger that stops before it is lifted causes no deceleration`() {
        let stage = ScrollStage()
        stage.screen.simulation.touchDown(at: CGPoint(x: 150, y: 100), in: stage.screen.window)
        stage.screen.simulation.move(to: CGPoint(x: 100, y: 100))
        stage.screen.simulation.advance(by: .seconds(1))
        stage.screen.simulation.touchUp()
        #expect(
            stage.log.entries == [
                "willBeginDragging", "didScroll", "willEndDragging to 40", "didEndDragging(false)",
            ])
    }

    @Test func `A new touch stops a deceleration`() {
        let stage = ScrollStage()
        stage.scroll.isPagingEnabled = true
        stage.drag(-100)
        stage.screen.simulation.advance(by: .milliseconds(50))
        stage.log.entries = []
        stage.screen.simulation.touchDown(at: CGPoint(x: 150, y: 100), in: stage.screen.window)
        #expect(stage.log.entries == ["didEndDecelerating"])
        stage.screen.simulation.touchUp()
        stage.screen.simulation.advance(by: .seconds(1))
        #expect(stage.scroll.contentOffset.x == 300)
    }

    @Test func `An animated offset is reached after 0.3 s`() {
        let stage = ScrollStage()
        stage.scroll.setContentOffset(CGPoint(x: 600, y: 0), animated: true)
        stage.screen.simulation.advance(by: .milliseconds(290))
        #expect(stage.scroll.contentOffset.x > 0 && stage.scroll.contentOffset.x < 600)
        #expect(stage.log.entries == ["didScroll"])
        stage.screen.simulation.advance(by: .milliseconds(10))
        #expect(stage.scroll.contentOffset.x == 600)
        #expect(stage.log.entries == ["didScroll", "didEndScrollingAnimation"])
    }

    @Test func `Setting the offset calls scrollViewDidScroll once and requests layout`() {
        let stage = ScrollStage()
        stage.screen.simulation.finishCycle()
        stage.scroll.layouts = 0
        stage.scroll.contentOffset.x = 300
        stage.scroll.setContentOffset(CGPoint(x: 300, y: 0), animated: true)
        stage.screen.simulation.advance(by: .seconds(1))
        #expect(stage.log.entries == ["didScroll"])
        #expect(stage.scroll.layouts == 1)
    }

    @Test func `A rectangle is scrolled into view by as little as is needed`() {
        let stage = ScrollStage()
        stage.scroll.scrollRectToVisible(
            CGRect(x: 500, y: 0, width: 100, height: 10), animated: false)
        #expect(stage.scroll.contentOffset.x == 300)
        stage.scroll.scrollRectToVisible(
            CGRect(x: 400, y: 0, width: 100, height: 10), animated: false)
        #expect(stage.scroll.contentOffset.x == 300)
    }

    @Test func `A view that gets larger moves the content back from its end`() {
        let stage = ScrollStage()
        stage.scroll.contentOffset.x = 600
        stage.scroll.frame.size.width = 400
        #expect(stage.scroll.contentOffset.x == 500)
    }

    @Test func `A drag continues from an offset that is set during it`() {
        let stage = ScrollStage()
        stage.screen.simulation.touchDown(at: CGPoint(x: 150, y: 100), in: stage.screen.window)
        stage.screen.simulation.move(to: CGPoint(x: 120, y: 100))
        stage.scroll.contentOffset.x += 300
        stage.screen.simulation.move(to: CGPoint(x: 110, y: 100))
        #expect(stage.scroll.contentOffset.x == 330)
        stage.screen.simulation.touchUp()
    }

    @Test func `A scroll view leaves drags across its direction to the one around it`() {
        let stage = ScrollStage()
        let outer = UIScrollView(frame: stage.scroll.frame)
        outer.contentSize = CGSize(width: 300, height: 2000)
        stage.screen.content.addSubview(outer)
        outer.addSubview(stage.scroll)
        stage.screen.simulation.pan(
            from: CGPoint(x: 150, y: 300), to: CGPoint(x: 150, y: 100), in: stage.screen.window)
        stage.screen.simulation.advance(by: .seconds(1))
        #expect(outer.contentOffset.y > 0)
        #expect(stage.log.entries == [])
    }

    @Test func `A drag takes the touches from the views inside`() {
        let stage = ScrollStage()
        let inner = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
        stage.scroll.addSubview(inner)
        stage.drag(-100, duration: .milliseconds(50))
        #expect(stage.screen.root.touches == ["began", "cancelled"])
    }

    @Test func `A scroll view that is disabled does not move`() {
        let stage = ScrollStage()
        stage.scroll.isScrollEnabled = false
        stage.drag(-100)
        #expect(stage.log.entries == [])
    }

    @Test func `A tap on the status bar scrolls to the top`() {
        let stage = ScrollStage()
        stage.scroll.contentSize.height = 1000
        stage.scroll.contentOffset.y = 200
        stage.log.entries = []
        stage.screen.simulation.tapStatusBar(of: stage.screen.window)
        stage.screen.simulation.advance(by: .milliseconds(300))
        #expect(stage.log.entries == ["didScroll", "didScrollToTop"])
        #expect(stage.scroll.contentOffset.y == 0)
    }
}

/// A window with a scroll view of three pages.
@MainActor
struct ScrollStage {
    let screen = TestScreen()
    let scroll: NotedScrollView
    let log = ScrollLog()

    init() {
        scroll = NotedScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
        scroll.contentSize = CGSize(width: 900, height: 400)
        scroll.delegate = log
        screen.content.addSubview(scroll)
    }

    func drag(_ distance: CGFloat, duration: Duration = .milliseconds(300)) {
        screen.simulation.pan(
            from: CGPoint(x: 150, y: 100), to: CGPoint(x: 150 + distance, y: 100),
            in: screen.window, duration: duration)
    }
}

final class NotedScrollView: UIScrollView {
    var layouts = 0

    override func layoutSubviews() {
        super.layoutSubviews()
        layouts += 1
    }
}

/// A log of the delegate's callbacks, in which repeated callbacks count as one.
final class ScrollLog: UIScrollViewDelegate {
    var entries: [String] = []
    var target: CGPoint?

    private func note(_ entry: String) {
        if entries.last != entry { entries.append(entry) }
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) { note("didScroll") }

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { note("willBeginDragging") }

    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        if let target { targetContentOffset.pointee = target }
        note("willEndDragging to \(Int(targetContentOffset.pointee.x))")
    }

    func scrollViewDidEndDragging(
        _ scrollView: UIScrollView, willDecelerate decelerate: Bool
    ) { note("didEndDragging(\(decelerate))") }

    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
        note("willBeginDecelerating")
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { note("didEndDecelerating") }

    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
        note("didEndScrollingAnimation")
    }

    func scrollViewDidScrollToTop(_ scrollView: UIScrollView) { note("didScrollToTop") }
}
