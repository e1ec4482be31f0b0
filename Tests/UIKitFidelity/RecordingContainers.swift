import UIKit

// UIKit's containers with logging of their own appearance callbacks.

final class RecordingNavigationController: UINavigationController {
    var log: CallbackLog?

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        log?.appear(self, "viewWillAppear", animated)
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        log?.appear(self, "viewDidAppear", animated)
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        log?.appear(self, "viewWillDisappear", animated)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        log?.appear(self, "viewDidDisappear", animated)
    }
}

final class RecordingTabBarController: UITabBarController {
    var log: CallbackLog?

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        log?.appear(self, "viewWillAppear", animated)
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        log?.appear(self, "viewDidAppear", animated)
    }
}

final class RecordingPageViewController: UIPageViewController {
    var log: CallbackLog?

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        log?.appear(self, "viewWillAppear", animated)
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        log?.appear(self, "viewDidAppear", animated)
    }
}

extension Screen {
    func navigation(_ name: String = "nav", _ controllers: UIViewController...)
        -> RecordingNavigationController
    {
        let navigation = RecordingNavigationController(nibName: nil, bundle: nil)
        navigation.log = log
        navigation.title = name
        navigation.viewControllers = controllers
        return navigation
    }

    func tabs(_ controllers: UIViewController...) -> RecordingTabBarController {
        let tabs = RecordingTabBarController(nibName: nil, bundle: nil)
        tabs.log = log
        tabs.title = "tabs"
        tabs.viewControllers = controllers
        return tabs
    }

    func pages(_ style: UIPageViewController.TransitionStyle, _ first: UIViewController)
        -> RecordingPageViewController
    {
        let pages = RecordingPageViewController(
            transitionStyle: style, navigationOrientation: .horizontal)
        pages.log = log
        pages.title = "pages"
        pages.setViewControllers([first], direction: .forward, animated: false)
        return pages
    }
}
