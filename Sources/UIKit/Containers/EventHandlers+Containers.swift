internal import Containment
internal import PagerModel

/// Handlers for the engine's events about containers. They update the container view controllers,
/// and call the delegates of these controllers.
extension EventHandlers {
    func addContainers() {
        addNavigation()
        addTabBar()
        addPages()
        on(SplitKind.self, SplitKind.ColumnsChanged.self) { event, subject, simulation in
            let split = simulation.objects.controller(subject) as? UISplitViewController
            split?.update(
                primary: simulation.objects.controller(event.primary),
                secondary: simulation.objects.controller(event.secondary),
                isCollapsed: event.collapsed)
        }
        on(SplitKind.self, SplitKind.SupplementaryChanged.self) { event, subject, simulation in
            let split = simulation.objects.controller(subject) as? UISplitViewController
            split?.update(supplementary: simulation.objects.controller(event.supplementary))
        }
        on(SplitKind.self, SplitKind.DisplayModeChanged.self) { event, subject, simulation in
            let split = simulation.objects.controller(subject) as? UISplitViewController
            split?.update(mode: event.mode)
        }
    }

    private func addNavigation() {
        on(NavigationKind.self, NavigationKind.StackChanged.self) { event, subject, simulation in
            simulation.navigation(subject)?.update(stack: simulation.controllers(event.controllers))
        }
        on(NavigationKind.self, NavigationKind.WillShow.self) { event, subject, simulation in
            guard let navigation = simulation.navigation(subject),
                let shown = simulation.objects.controller(event.controller)
            else { return }
            navigation.delegate?.navigationController(
                navigation, willShow: shown, animated: event.animated)
        }
        on(NavigationKind.self, NavigationKind.DidShow.self) { event, subject, simulation in
            guard let navigation = simulation.navigation(subject),
                let shown = simulation.objects.controller(event.controller)
            else { return }
            simulation.transitions.beginShowing(subject)
            navigation.delegate?.navigationController(
                navigation, didShow: shown, animated: event.animated)
            simulation.transitions.endShowing()
        }
    }

    private func addTabBar() {
        on(TabBarKind.self, TabBarKind.ControllersChanged.self) { event, subject, simulation in
            let tabBar = simulation.objects.controller(subject) as? UITabBarController
            tabBar?.update(controllers: simulation.controllers(event.controllers))
        }
        on(TabBarKind.self, TabBarKind.BarHiddenChanged.self) { event, subject, simulation in
            let tabBar = simulation.objects.controller(subject) as? UITabBarController
            tabBar?.update(isBarHidden: event.hidden)
        }
        on(TabBarKind.self, TabBarKind.DidSelect.self) { event, subject, simulation in
            guard let tabBar = simulation.objects.controller(subject) as? UITabBarController,
                let selected = simulation.objects.controller(event.controller)
            else { return }
            tabBar.delegate?.tabBarController(tabBar, didSelect: selected)
        }
    }

    private func addPages() {
        on(PageKind.self, PageKind.PagesChanged.self) { event, subject, simulation in
            simulation.pages(subject)?.update(pages: simulation.controllers(event.controllers))
        }
        on(PageKind.self, PageKind.WillTransition.self) { event, subject, simulation in
            guard let pages = simulation.pages(subject) else { return }
            pages.delegate?.pageViewController(
                pages, willTransitionTo: simulation.controllers(event.to))
        }
        on(PageKind.self, PageKind.DidFinishAnimating.self) { event, subject, simulation in
            guard let pages = simulation.pages(subject) else { return }
            pages.endTurnOfUser()
            pages.delegate?.pageViewController(
                pages, didFinishAnimating: event.finished,
                previousViewControllers: simulation.controllers(event.previous),
                transitionCompleted: event.completed)
        }
    }
}

extension Simulation {
    fileprivate func navigation(_ handle: Handle) -> UINavigationController? {
        objects.controller(handle) as? UINavigationController
    }

    fileprivate func pages(_ handle: Handle) -> UIPageViewController? {
        objects.controller(handle) as? UIPageViewController
    }

    fileprivate func controllers(_ handles: [Handle]) -> [UIViewController] {
        handles.compactMap { objects.controller($0) }
    }
}
