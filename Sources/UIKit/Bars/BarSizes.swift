// Bars have frames, and cover a part of the controller's view, only on a simulated phone.

extension UIViewController {
    /// What the bars of the parent cover of this controller's view, beside the device.
    var insetsOfBars: UIEdgeInsets {
        var insets = UIEdgeInsets.zero
        if let stack = parent as? UINavigationController {
            if !stack.isNavigationBarHidden, !stack.hasHidden(UINavigationBar.self) {
                insets.top = stack.heightOfNavigationBar(showing: self)
            }
            if !stack.isToolbarHidden, !stack.hasHidden(UIToolbar.self) {
                insets.bottom = stack.heightOfToolbar
            }
        } else if let tabs = parent as? UITabBarController, !tabs.isBarHiddenByPush,
            !tabs.hasHidden(UITabBar.self)
        {
            insets.bottom = tabs.heightOfTabBar
        }
        return insets
    }

    /// Whether code has hidden a bar itself, which then covers nothing.
    private func hasHidden<Bar: UIView>(_: Bar.Type) -> Bool {
        simulation.bars.existingBar(of: self, Bar.self)?.isHidden == true
    }

    /// Whether the screen is so low that bars are narrower and have no large titles.
    fileprivate var isVerticallyCompact: Bool {
        traitCollection.verticalSizeClass == .compact
    }
}

extension UINavigationController {
    fileprivate func heightOfNavigationBar(showing controller: UIViewController) -> CGFloat {
        let item = controller.navigationItem
        var height: CGFloat = isVerticallyCompact ? 32 : 44
        if item.prompt != nil { height += 30 }
        if isVerticallyCompact { return height }
        if hasLargeTitle(controller) { height += 52 }
        if item.searchController != nil, !item.hidesSearchBarWhenScrolling { height += 52 }
        return height
    }

    /// Whether the title is large: `automatic` is what the item below has.
    private func hasLargeTitle(_ controller: UIViewController) -> Bool {
        let bar = simulation.bars.existingBar(of: self, UINavigationBar.self)
        guard bar?.prefersLargeTitles == true else { return false }
        let below = viewControllers.prefix { $0 !== controller } + [controller]
        return below.last { $0.navigationItem.largeTitleDisplayMode != .automatic }
            .map { $0.navigationItem.largeTitleDisplayMode == .always } ?? true
    }

    var heightOfToolbar: CGFloat { isVerticallyCompact ? 32 : 44 }

    var frameOfNavigationBar: CGRect {
        guard let top = viewControllers.last else { return .zero }
        let height = heightOfNavigationBar(showing: top)
        let y = view.safeAreaInsets.top
        return CGRect(
            x: 0, y: isNavigationBarHidden ? -height : y, width: view.bounds.width, height: height)
    }

    var frameOfToolbar: CGRect {
        let end = view.bounds.height
        return CGRect(
            x: 0, y: isToolbarHidden ? end : end - view.safeAreaInsets.bottom - heightOfToolbar,
            width: view.bounds.width, height: heightOfToolbar)
    }
}

extension UITabBarController {
    var heightOfTabBar: CGFloat {
        let screen = simulation.screenSize
        return isVerticallyCompact && min(screen.width, screen.height) < 414 ? 32 : 49
    }

    /// The frame of the tab bar, which contains what the home indicator covers. A push that hides
    /// the bar moves it away with the page below.
    var frameOfTabBar: CGRect {
        let height = heightOfTabBar + view.safeAreaInsets.bottom
        return CGRect(
            x: isBarHiddenByPush ? -view.bounds.width : 0, y: view.bounds.height - height,
            width: view.bounds.width, height: height)
    }
}

extension UIView {
    /// The layout margins on a phone: at the sides of a controller's view at least the system's, at
    /// its top and bottom none; with the safe area.
    var layoutMarginsOnDevice: UIEdgeInsets {
        var margins = ownLayoutMargins
        if let owner, owner.viewRespectsSystemMinimumLayoutMargins {
            let least = owner.systemMinimumLayoutMargins
            let isOwn = margins != UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
            margins = UIEdgeInsets(
                top: isOwn ? margins.top : least.top, left: max(margins.left, least.leading),
                bottom: isOwn ? margins.bottom : least.bottom,
                right: max(margins.right, least.trailing))
        }
        return insetsLayoutMarginsFromSafeArea ? margins + safeAreaInsets : margins
    }
}
