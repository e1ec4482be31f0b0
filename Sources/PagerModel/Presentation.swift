/// A presentation style, like `UIModalPresentationStyle`.
public enum PresentationStyle: String, FieldEnumeration, BitwiseCopyable {
    case automatic, fullScreen, currentContext, overFullScreen, overCurrentContext
    case pageSheet, formSheet, popover, custom

    /// The style, with `automatic` replaced by `pageSheet` as in UIKit since iOS 13 [10.8].
    public var resolved: PresentationStyle { self == .automatic ? .pageSheet : self }

    /// Whether every presentation with this style removes the presenter's view from the view tree
    /// [10.1]. False for `custom`, because the command `modal.present` decides this separately for
    /// each custom presentation.
    public var removesPresentersView: Bool { self == .fullScreen || self == .currentContext }

    /// Whether the presenter is the nearest controller that defines a presentation context. If
    /// false, the presenter is the root controller [11.2].
    public var isInContext: Bool { self == .currentContext || self == .overCurrentContext }

    /// Whether the style is that of a sheet. The user can dismiss a sheet if the delegate allows it
    /// [10.7].
    public var isSheet: Bool { resolved == .pageSheet || self == .formSheet }
}

/// A display mode of a split view controller, like `UISplitViewController.DisplayMode`.
public enum SplitDisplayMode: String, FieldEnumeration, BitwiseCopyable {
    case automatic, secondaryOnly, oneBesideSecondary, oneOverSecondary
    case twoBesideSecondary, twoOverSecondary, twoDisplaceSecondary
}

/// The appearance state of a controller.
public enum Appearance: String, FieldEnumeration, BitwiseCopyable {
    case disappeared, appearing, appeared, disappearing
}
