import Testing
import UIKit

/// Members of UIKit's classes that containers often override or set.
@MainActor
struct OverridingTests {
    private final class Page: UIViewController {}

    /// A view that logs the changes of its hierarchy that its own methods make.
    private final class LoggedView: UIView {
        var log: [String] = []

        override func addSubview(_ view: UIView) {
            log.append("add")
            super.addSubview(view)
        }
        override func insertSubview(_ view: UIView, at index: Int) {
            log.append("insert at \(index)")
            super.insertSubview(view, at: index)
        }
        override func bringSubviewToFront(_ view: UIView) {
            log.append("to front")
            super.bringSubviewToFront(view)
        }
        override func removeFromSuperview() {
            log.append("remove")
            super.removeFromSuperview()
        }
        override func layoutIfNeeded() {
            log.append("layout")
            super.layoutIfNeeded()
        }
    }

    @Test func `A view can override the methods that change its subviews`() {
        _ = Simulation.begin()
        let view = LoggedView()
        let (first, second) = (UIView(), UIView())
        view.addSubview(first)
        view.insertSubview(second, at: 0)
        view.bringSubviewToFront(second)
        view.layoutIfNeeded()
        #expect(view.subviews == [first, second])
        let outer = UIView()
        outer.addSubview(view)
        view.removeFromSuperview()
        #expect(outer.subviews.isEmpty)
        #expect(view.log == ["add", "insert at 0", "to front", "layout", "remove"])
    }

    /// A container without a navigation controller around it that gives its pages one.
    private final class Container: UIViewController {
        let own = UINavigationController(rootViewController: Page())
        var begun: [Bool] = []

        override var navigationController: UINavigationController? { own }
        override func overrideTraitCollection(
            forChild child: UIViewController
        ) -> UITraitCollection? { UITraitCollection(horizontalSizeClass: .compact) }
        override func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
            begun.append(isAppearing)
            super.beginAppearanceTransition(isAppearing, animated: animated)
        }
    }

    @Test func `A container can override its navigation controller and the traits of a child`() {
        let simulation = Simulation.begin(screen: CGSize(width: 1024, height: 768))
        let (window, container, page) = (UIWindow(), Container(), Page())
        window.rootViewController = container
        container.addChild(page)
        container.view.addSubview(page.view)
        page.didMove(toParent: container)
        window.makeKeyAndVisible()
        simulation.finishCycle()
        #expect(container.navigationController === container.own)
        #expect(page.navigationController == nil)
        #expect(container.traitCollection.horizontalSizeClass == .regular)
        #expect(page.traitCollection.horizontalSizeClass == .compact)
        container.beginAppearanceTransition(false, animated: false)
        container.endAppearanceTransition()
        #expect(container.begun == [false])
        #expect(simulation.issues.isEmpty)
        #expect(window.rootViewController === container)
    }

    /// A controller that logs how its state was set.
    private final class Editor: UIViewController {
        var log: [String] = []

        override func setEditing(_ editing: Bool, animated: Bool) {
            super.setEditing(editing, animated: animated)
            log.append("\(editing), animated: \(animated)")
        }
    }

    @Test func `Setting isEditing calls setEditing without animation`() {
        _ = Simulation.begin()
        let editor = Editor()
        editor.isEditing = true
        #expect(editor.isEditing)
        editor.setEditing(false, animated: true)
        #expect(!editor.isEditing)
        #expect(editor.log == ["true, animated: false", "false, animated: true"])
    }

    @Test func `Setting isNavigationBarHidden hides the bar`() {
        let simulation = Simulation.begin()
        let navigation = UINavigationController(rootViewController: Page())
        let window = UIWindow()
        window.rootViewController = navigation
        window.makeKeyAndVisible()
        navigation.isNavigationBarHidden = true
        #expect(navigation.isNavigationBarHidden)
        navigation.setNavigationBarHidden(false, animated: false)
        #expect(!navigation.isNavigationBarHidden)
        #expect(simulation.issues.isEmpty)
    }

    @Test func `A navigation controller defines a presentation context unless code says no`() {
        let simulation = Simulation.begin()
        let (first, second) = (UINavigationController(), UINavigationController())
        second.definesPresentationContext = false
        #expect(first.definesPresentationContext)
        #expect(!second.definesPresentationContext)
        #expect(!Page().definesPresentationContext)
        var windows: [UIWindow] = []
        for navigation in [first, second] {
            let (window, root, page, presented) = (UIWindow(), Page(), Page(), Page())
            navigation.setViewControllers([page], animated: false)
            root.addChild(navigation)
            root.view.addSubview(navigation.view)
            navigation.didMove(toParent: root)
            window.rootViewController = root
            window.makeKeyAndVisible()
            windows.append(window)
            presented.modalPresentationStyle = .overCurrentContext
            page.present(presented, animated: false)
            let presenter = navigation === first ? navigation : window.rootViewController
            #expect(presented.presentingViewController === presenter)
        }
        #expect(simulation.issues.isEmpty)
    }
}
