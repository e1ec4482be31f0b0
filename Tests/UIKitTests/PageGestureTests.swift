import Testing
import UIKit

@MainActor
struct PageGestureTests {
    @MainActor
    private struct Book {
        let simulation = Simulation.begin(screen: CGSize(width: 400, height: 800))
        let window = UIWindow()
        let log = TransitionLog()
        let source: Source
        let pages: UIPageViewController

        init(
            _ style: UIPageViewController.TransitionStyle = .scroll,
            _ orientation: UIPageViewController.NavigationOrientation = .horizontal
        ) {
            source = Source(log)
            pages = UIPageViewController(transitionStyle: style, navigationOrientation: orientation)
            pages.setViewControllers([source.pages[1]], direction: .forward, animated: false)
            pages.dataSource = source
            pages.delegate = source
            window.rootViewController = pages
            window.makeKeyAndVisible()
            simulation.advance(by: .seconds(1))
            _ = log.take()
        }
    }

    @Test func `A swipe asks the data source and turns with the rest of the animation [9.1]`() {
        let book = Book()
        book.simulation.swipe(.left, in: book.pages.view)
        book.simulation.advance(by: .seconds(1))
        #expect(
            book.log.take() == [
                "after 1", "willTransition to 2", "2.willAppear", "1.willDisappear",
                "2.didAppear", "1.didDisappear", "didFinish true from 1, completed true",
            ])
        #expect(book.pages.viewControllers == [book.source.pages[2]])
        book.simulation.swipe(.right, in: book.pages.view)
        book.simulation.advance(by: .seconds(1))
        #expect(book.log.take().first == "before 2")
        #expect(book.pages.viewControllers == [book.source.pages[1]])
        #expect(book.simulation.issues == [])
    }

    /// A data source whose next page is the page view controller itself, which cannot be its page.
    private final class Cycle: NSObject, UIPageViewControllerDataSource {
        func pageViewController(
            _ pages: UIPageViewController, viewControllerAfter _: UIViewController
        ) -> UIViewController? { pages }

        func pageViewController(
            _: UIPageViewController, viewControllerBefore _: UIViewController
        ) -> UIViewController? { nil }
    }

    @Test func `A swipe to a page that is refused leaves later turns alone`() {
        let (book, cycle) = (Book(), Cycle())
        book.pages.dataSource = cycle
        book.simulation.swipe(.left, in: book.pages.view)
        book.simulation.advance(by: .seconds(1))
        let refused = book.simulation.issues.count
        #expect(refused > 0)
        book.pages.setViewControllers([book.source.pages[2]], direction: .forward, animated: true)
        book.simulation.advance(by: .seconds(1))
        #expect(book.simulation.issues.count == refused)
        #expect(book.pages.viewControllers == [book.source.pages[2]])
    }

    @Test func `A pan that is too short, or cancelled, leaves the page [9.1]`() {
        let book = Book()
        let cancelled = [
            "after 1", "willTransition to 2", "2.willAppear", "1.willDisappear", "1.willAppear",
            "1.didAppear", "2.willDisappear", "2.didDisappear",
            "didFinish true from 1, completed false",
        ]
        book.simulation.pan(
            from: CGPoint(x: 300, y: 400), to: CGPoint(x: 250, y: 400), in: book.window,
            duration: .seconds(2))
        book.simulation.advance(by: .seconds(1))
        #expect(book.log.take() == cancelled)
        book.simulation.touchDown(at: CGPoint(x: 300, y: 400), in: book.window)
        book.simulation.move(to: CGPoint(x: 20, y: 400))
        #expect(book.pages.viewControllers == [book.source.pages[1]])
        book.simulation.cancelTouches()
        book.simulation.advance(by: .seconds(1))
        #expect(book.log.take() == cancelled)
        #expect(book.pages.viewControllers == [book.source.pages[1]])
        #expect(book.simulation.issues == [])
    }

    @Test func `Nothing turns without a next page, across the axis, or without a data source`() {
        let book = Book()
        book.source.pages.removeLast()
        book.simulation.swipe(.left, in: book.pages.view)
        #expect(book.log.take() == ["after 1"])
        book.simulation.swipe(.up, in: book.pages.view)
        book.pages.dataSource = nil
        book.simulation.swipe(.right, in: book.pages.view)
        #expect(book.log.take() == [])
        #expect(book.pages.viewControllers == [book.source.pages[1]])
        #expect(book.simulation.issues == [])
    }

    @Test func `Vertical pages turn with vertical swipes`() {
        let book = Book(.scroll, .vertical)
        book.simulation.swipe(.up, in: book.pages.view)
        book.simulation.advance(by: .seconds(1))
        #expect(book.pages.viewControllers == [book.source.pages[2]])
    }

    @Test func `Curling pages have recognizers for a pan and for a tap near an edge`() {
        let book = Book(.pageCurl)
        #expect(book.pages.gestureRecognizers.count == 2)
        book.simulation.tap(at: CGPoint(x: 390, y: 400), in: book.window)
        book.simulation.advance(by: .seconds(1))
        #expect(book.pages.viewControllers == [book.source.pages[2]])
        book.simulation.tap(at: CGPoint(x: 200, y: 400), in: book.window)
        book.simulation.advance(by: .seconds(1))
        #expect(book.pages.viewControllers == [book.source.pages[2]])
        book.pages.gestureRecognizers.forEach { $0.isEnabled = false }
        book.simulation.swipe(.right, in: book.pages.view)
        book.simulation.advance(by: .seconds(1))
        #expect(book.pages.viewControllers == [book.source.pages[2]])
        #expect(Book(.scroll).pages.gestureRecognizers.isEmpty)
    }

    @Test func `Two pages side by side turn together, with the spine in the middle`() {
        let simulation = Simulation.begin(screen: CGSize(width: 400, height: 800))
        let (window, source) = (UIWindow(), Source(TransitionLog()))
        let pages = UIPageViewController(
            transitionStyle: .pageCurl, navigationOrientation: .horizontal,
            options: [.spineLocation: UIPageViewController.SpineLocation.mid])
        pages.dataSource = source
        pages.setViewControllers(
            Array(source.pages.prefix(2)), direction: .forward, animated: false)
        window.rootViewController = pages
        window.makeKeyAndVisible()
        source.pages.append(LoggedController("3", source.log))
        simulation.swipe(.left, in: pages.view)
        simulation.advance(by: .seconds(1))
        #expect(pages.viewControllers == Array(source.pages.suffix(2)))
        simulation.swipe(.right, in: pages.view)
        simulation.advance(by: .seconds(1))
        #expect(pages.viewControllers == Array(source.pages.prefix(2)))
        #expect(simulation.issues == [])
    }

    @Test func `After an animated change by code, a swipe back finds the page that was left`() {
        let book = Book()
        let fresh = LoggedController("fresh", book.log)
        book.pages.setViewControllers([fresh], direction: .forward, animated: true)
        book.simulation.advance(by: .seconds(1))
        _ = book.log.take()
        book.simulation.swipe(.right, in: book.pages.view)
        book.simulation.advance(by: .seconds(1))
        #expect(book.log.take().first == "willTransition to 1")
        #expect(book.pages.viewControllers == [book.source.pages[1]])
    }

    @Test func `A change without animation, or another data source, empties the page cache`() {
        for emptiesByChange in [true, false] {
            let book = Book()
            let fresh = LoggedController("fresh", book.log)
            book.pages.setViewControllers([fresh], direction: .forward, animated: true)
            book.simulation.advance(by: .seconds(1))
            if emptiesByChange {
                book.pages.setViewControllers([fresh], direction: .forward, animated: false)
            } else {
                book.pages.dataSource = book.source
            }
            _ = book.log.take()
            book.simulation.swipe(.right, in: book.pages.view)
            #expect(book.log.take() == ["before fresh"])
        }
    }

    @Test func `An animated change by code during the user's page turn raises`() {
        let book = Book()
        book.simulation.swipe(.left, in: book.pages.view)
        book.pages.setViewControllers([book.source.pages[0]], direction: .reverse, animated: true)
        #expect(
            book.simulation.issues.map(\.exceptionAndText) == [
                "NSInternalInconsistencyException: No view controller managing visible view <UIView>"
            ])
        book.simulation.advance(by: .seconds(1))
        #expect(book.pages.viewControllers == [book.source.pages[2]])
        book.pages.setViewControllers([book.source.pages[0]], direction: .reverse, animated: true)
        book.simulation.advance(by: .seconds(1))
        #expect(book.pages.viewControllers == [book.source.pages[0]])
        #expect(book.simulation.issues.count == 1)
    }

    @Test func `A change by code during another ends the first one, whose completion gets false`() {
        let book = Book()
        var completions: [Bool] = []
        for page in [0, 2] {
            book.pages.setViewControllers(
                [book.source.pages[page]], direction: .forward, animated: true
            ) { completions.append($0) }
        }
        book.simulation.advance(by: .seconds(1))
        #expect(completions == [false, true])
        #expect(book.pages.viewControllers == [book.source.pages[2]])
        #expect(book.simulation.issues == [])
    }

    @Test func `A pan from the edge of the screen goes back in the stack instead of turning`() {
        let simulation = Simulation.begin(screen: CGSize(width: 400, height: 800))
        let (window, source) = (UIWindow(), Source(TransitionLog()))
        let pages = UIPageViewController(
            transitionStyle: .scroll, navigationOrientation: .horizontal)
        pages.setViewControllers([source.pages[1]], direction: .forward, animated: false)
        pages.dataSource = source
        let navigation = UINavigationController(rootViewController: UIViewController())
        window.rootViewController = navigation
        window.makeKeyAndVisible()
        navigation.pushViewController(pages, animated: false)
        simulation.advance(by: .seconds(1))
        simulation.edgePan(.left, distance: 300, in: window)
        simulation.advance(by: .seconds(1))
        #expect(navigation.viewControllers.count == 1)
        #expect(pages.viewControllers == [source.pages[1]])
        #expect(simulation.issues == [])
    }
}

/// A data source of three pages, which logs what it and the delegate are asked.
private final class Source: UIPageViewControllerDataSource, UIPageViewControllerDelegate {
    let log: TransitionLog
    var pages: [LoggedController]

    init(_ log: TransitionLog) {
        self.log = log
        pages = (0..<3).map { LoggedController("\($0)", log) }
    }

    private func name(_ controller: UIViewController?) -> String {
        (controller as? LoggedController)?.name ?? "?"
    }

    private func page(_ controller: UIViewController, _ step: Int) -> UIViewController? {
        guard let index = pages.firstIndex(where: { $0 === controller }) else { return nil }
        return pages.indices.contains(index + step) ? pages[index + step] : nil
    }

    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerBefore viewController: UIViewController
    ) -> UIViewController? {
        log.note("before \(name(viewController))")
        return page(viewController, -1)
    }

    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerAfter viewController: UIViewController
    ) -> UIViewController? {
        log.note("after \(name(viewController))")
        return page(viewController, 1)
    }

    func pageViewController(
        _ pageViewController: UIPageViewController,
        willTransitionTo pendingViewControllers: [UIViewController]
    ) { log.note("willTransition to \(name(pendingViewControllers.first))") }

    func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) {
        log.note(
            "didFinish \(finished) from \(name(previousViewControllers.first)), completed "
                + "\(completed)")
    }
}
