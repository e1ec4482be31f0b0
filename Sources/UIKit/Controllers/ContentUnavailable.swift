/// What a controller shows instead of its content. It is stored and not drawn.
public struct UIContentUnavailableConfiguration {
    public var text: String?
    public var secondaryText: String?
    public var attributedText: NSAttributedString?
    public var image: UIImage?
    public var background = UIBackgroundConfiguration.clear()

    public static func empty() -> Self { Self() }
    public static func loading() -> Self { Self() }
    public static func search() -> Self { Self(text: "No Results") }
}

public struct UIContentUnavailableConfigurationState {
    public var searchText: String?
    public let traitCollection: UITraitCollection
}

extension UIViewController {
    public var contentUnavailableConfigurationState: UIContentUnavailableConfigurationState {
        UIContentUnavailableConfigurationState(traitCollection: traitCollection)
    }
}
