import Testing
import UIKit

/// A container with five pages in an inset view, each change of which is a transition between two
/// children. A swipe changes the page with a curl.
private final class FivePages: UIViewController {
    private let container = UIView()
    private let pages = [One(), Two(), Three(), Four(), Five()]
    private(set) var index = 0
    /// Called with the index as soon as it changes, when the page has appeared, and when there is
    /// no page on that side.
    var onChange: (String) -> Void = { _ in }

    override func viewDidLoad() {
        super.viewDidLoad()
        container.frame = view.bounds.insetBy(dx: 20, dy: 40)
        container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(container)
        for direction in [UISwipeGestureRecognizer.Direction.left, .right] {
            let swipe = UISwipeGestureRecognizer(target: self, action: FivePages.swiped)
            swipe.direction = direction
            view.addGestureRecognizer(swipe)
        }
        let first = pages[0]
        addChild(first)
        first.view.frame = container.bounds
        container.addSubview(first.view)
        first.didMove(toParent: self)
    }

    private func swiped(_ swipe: UISwipeGestureRecognizer) {
        if swipe.direction == .left {
            show(index + 1, .transitionCurlUp)
        } else {
            show(index - 1, .transitionCurlDown)
        }
    }

    func show(_ next: Int, _ style: UIView.AnimationOptions, duration: TimeInterval = 0.5) {
        guard pages.indices.contains(next) else { return onChange("no page \(next)") }
        let (old, new) = (pages[index], pages[next])
        old.willMove(toParent: nil)
        addChild(new)
        new.view.frame = container.bounds
        transition(from: old, to: new, duration: duration, options: style, animations: nil) {
            [weak self] _ in
            old.removeFromParent()
            new.didMove(toParent: self)
            self?.onChange("settled at \(next)")
        }
        index = next
        onChange("index \(next)")
    }

    final class One: UIViewController {}
    final class Two: UIViewController {}
    final class Three: UIViewController {}
    final class Four: UIViewController {}
    final class Five: UIViewController {}
}

/// The cases of docs/checks/five-pages.yaml with classes.
@MainActor
struct FivePagesTests {
    private func shown() -> (ArticleStage, FivePages) {
        let stage = ArticleStage()
        let pages = FivePages()
        stage.window.rootViewController = pages
        stage.simulation.advance(by: .seconds(1))
        return (stage, pages)
    }

    @Test func `A swipe to the left shows the next page, with all callbacks in UIKit's order`() {
        let (stage, pages) = shown()
        let trace = stage.simulation.trace {
            stage.simulation.swipe(.left, in: pages.view)
            stage.simulation.advance(by: .seconds(1))
        }
        #expect(
            trace == [
                "One.willMove(nil)", "Two.willMove(FivePages)", "Two.loadView", "Two.viewDidLoad",
                "One.viewWillDisappear(true)", "Two.viewWillAppear(true)",
                "Two.viewIsAppearing(true)", "Two.viewDidAppear(true)",
                "One.viewDidDisappear(true)", "One.didMove(nil)", "Two.didMove(FivePages)",
            ])
        #expect(pages.children.map { "\(type(of: $0))" } == ["Two"])
        #expect(pages.children[0].view.superview === pages.view.subviews[0])
        #expect(pages.index == 1)
        #expect(stage.simulation.issues == [])
    }

    @Test func `The page keeps the insets of its container, also in a window of another size`() {
        let (stage, pages) = shown()
        pages.show(1, .transitionCurlUp)
        stage.simulation.advance(by: .seconds(1))
        #expect(pages.children[0].view.frame == CGRect(x: 0, y: 0, width: 350, height: 764))
        stage.window.frame.size = CGSize(width: 844, height: 390)
        stage.simulation.finishCycle()
        #expect(pages.children[0].view.frame == CGRect(x: 0, y: 0, width: 804, height: 310))
        #expect(stage.simulation.issues == [])
    }

    @Test func `A swipe to the right shows the page before, and curls the other way`() {
        let (stage, pages) = shown()
        pages.show(2, [], duration: 0)
        let trace = stage.trace(["appear", "began"]) {
            stage.simulation.swipe(.right, in: pages.view)
        }
        #expect(
            trace == [
                "Three.viewWillDisappear(true)", "Two.viewWillAppear(true)",
                "FivePages.transition.began(Three,Two,curlDown,forward)",
                "Two.viewDidAppear(true)", "Three.viewDidDisappear(true)",
            ])
        #expect(pages.index == 1)
        #expect(stage.simulation.issues == [])
    }

    @Test func `onChange reports the new index at once, and the end of the transition later`() {
        let (stage, pages) = shown()
        var told: [String] = []
        pages.onChange = { told.append($0) }
        stage.simulation.swipe(.left, in: pages.view)
        #expect(told == ["index 1"])
        stage.simulation.advance(by: .seconds(1))
        #expect(told == ["index 1", "settled at 1"])
    }

    @Test func `There is no page before the first and after the last`() {
        let (stage, pages) = shown()
        var told: [String] = []
        pages.onChange = { told.append($0) }
        #expect(stage.trace { stage.simulation.swipe(.right, in: pages.view) } == [])
        #expect(told == ["no page -1"])
        pages.show(4, [], duration: 0)
        #expect(stage.trace { stage.simulation.swipe(.left, in: pages.view) } == [])
        #expect(told.last == "no page 5")
        #expect(stage.simulation.issues == [])
    }

    @Test func `A long jump sends nothing to the pages between`() {
        let (stage, pages) = shown()
        let trace = stage.trace { pages.show(4, [], duration: 0) }
        #expect(
            trace == [
                "One.willMove(nil)", "Five.willMove(FivePages)", "Five.loadView",
                "Five.viewDidLoad", "One.viewWillDisappear(false)", "Five.viewWillAppear(false)",
                "Five.viewDidAppear(false)", "One.viewDidDisappear(false)", "One.didMove(nil)",
                "Five.didMove(FivePages)",
            ])
        #expect(stage.simulation.issues == [])
    }

    @Test func `Each change has the style that it is called with`() {
        let (stage, pages) = shown()
        let trace = stage.trace(["began"]) {
            pages.show(1, .transitionCrossDissolve)
            stage.simulation.advance(by: .seconds(1))
            pages.show(2, .transitionFlipFromLeft)
            stage.simulation.advance(by: .seconds(1))
            pages.show(1, .transitionFlipFromRight)
        }
        #expect(
            trace == [
                "FivePages.transition.began(One,Two,crossDissolve,forward)",
                "FivePages.transition.began(Two,Three,flipFromLeft,forward)",
                "FivePages.transition.began(Three,Two,flipFromRight,forward)",
            ])
        #expect(stage.simulation.issues == [])
    }

    @Test func `A swipe during a swipe ends the first one at once`() {
        let (stage, pages) = shown()
        let trace = stage.trace(["appear", "ended"]) {
            stage.simulation.swipe(.left, in: pages.view)
            stage.simulation.swipe(.left, in: pages.view)
        }
        #expect(
            trace == [
                "One.viewWillDisappear(true)", "Two.viewWillAppear(true)",
                "Two.viewDidAppear(true)", "One.viewDidDisappear(true)",
                "FivePages.transition.ended(superseded)",
                "Two.viewWillDisappear(true)", "Three.viewWillAppear(true)",
                "Three.viewDidAppear(true)", "Two.viewDidDisappear(true)",
                "FivePages.transition.ended(completed)",
            ])
        #expect(pages.index == 2)
        #expect(pages.children.map { "\(type(of: $0))" } == ["Three"])
        #expect(stage.simulation.issues == [])
    }
}
