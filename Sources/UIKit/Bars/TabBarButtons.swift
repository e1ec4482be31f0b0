/// The button of an item in a tab bar, which selects the item. It has the name of UIKit's private
/// class, for which libraries search the subviews of the bar.
final class UITabBarButton: UIControl {
    init(_ item: UITabBarItem, in bar: UITabBar) {
        super.init(frame: .zero)
        addAction(UIAction { [weak bar] _ in bar?.choose(item) }, for: .touchUpInside)
    }

    required init?(coder: NSCoder) { nil }
}

extension UITabBar {
    private var buttons: [UIView] { subviews.filter { $0 is UITabBarButton } }

    /// Makes a button for each item, behind the subviews of the application.
    func makeButtons() {
        for button in buttons { button.removeFromSuperview() }
        for (index, item) in (items ?? []).enumerated() {
            UITabBarButton(item, in: self).move(to: self, at: index, onlyInObject: true)
        }
        placeButtons()
    }

    /// Divides the width of the bar among the buttons.
    func placeButtons() {
        let width = bounds.width / CGFloat(max(items?.count ?? 0, 1))
        for (index, button) in buttons.enumerated() {
            button.placeWithoutTransform(
                CGRect(
                    x: CGFloat(index) * width, y: 0, width: width, height: min(bounds.height, 49)))
        }
    }

    fileprivate func choose(_ item: UITabBarItem) {
        if let tabs = delegate as? UITabBarController, let index = items?.firstIndex(of: item) {
            return tabs.simulateTap(onTab: index)
        }
        selectedItem = item
        delegate?.tabBar(self, didSelect: item)
    }
}
