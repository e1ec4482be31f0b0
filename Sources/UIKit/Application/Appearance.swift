/// A class with an appearance proxy. The proxy is an object of the class whose properties are
/// stored: objects made later do not take them.
@preconcurrency @MainActor
public protocol UIAppearance: AnyObject {}

@preconcurrency @MainActor
public protocol UIAppearanceContainer: AnyObject {}

extension UIView: UIAppearance, UIAppearanceContainer {
    public static func appearance() -> Self {
        Simulation.current.appearance { proxy() }
    }

    public static func appearance(
        whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
    ) -> Self { proxy() }

    public static func appearance(for trait: UITraitCollection) -> Self {
        proxy()
    }

    private static func proxy() -> Self {
        guard let proxy = Self(coder: emptyCoder()) else {
            preconditionFailure("\(Self.self) has no appearance: init(coder:) has returned nil")
        }
        return proxy
    }
}

extension UIViewController: UIAppearanceContainer {}

extension UIBarButtonItem: UIAppearance {
    public static func appearance() -> UIBarButtonItem {
        Simulation.current.appearance { UIBarButtonItem() }
    }

    public static func appearance(
        whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
    ) -> UIBarButtonItem { UIBarButtonItem() }
}

extension UITabBarItem: UIAppearance {
    public static func appearance() -> UITabBarItem {
        Simulation.current.appearance { UITabBarItem() }
    }
}

extension Simulation {
    fileprivate func appearance<Proxy: AnyObject>(make: () -> Proxy) -> Proxy {
        if let known = appearances[ObjectIdentifier(Proxy.self)] as? Proxy { return known }
        let proxy = make()
        appearances[ObjectIdentifier(Proxy.self)] = proxy
        return proxy
    }
}
