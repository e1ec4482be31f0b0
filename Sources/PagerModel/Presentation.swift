/// `UIModalPresentationStyle`.
public enum PresentationStyle: String, FieldEnumeration, BitwiseCopyable {
    case automatic, fullScreen, currentContext, overFullScreen, overCurrentContext
    case pageSheet, formSheet, popover, custom

    /// Automatic is a page sheet since iOS 13 [10.8].
    public var resolved: PresentationStyle { self == .automatic ? .pageSheet : self }

    /// Whether the presenter's view leaves the tree, where the style itself decides [10.1].
    public var removesPresentersView: Bool { self == .fullScreen || self == .currentContext }

    /// Whether the presenter is the nearest that defines a context, not the family's root [11.2].
    public var isInContext: Bool { self == .currentContext || self == .overCurrentContext }

    /// Whether a person can drag it away and is asked through the delegate [10.7].
    public var isSheet: Bool { resolved == .pageSheet || self == .formSheet }
}

/// `UISplitViewController.DisplayMode`.
public enum SplitDisplayMode: String, FieldEnumeration, BitwiseCopyable {
    case automatic, secondaryOnly, oneBesideSecondary, oneOverSecondary
    case twoBesideSecondary, twoOverSecondary, twoDisplaceSecondary
}

/// Where a controller is in its appearance.
public enum Appearance: String, FieldEnumeration, BitwiseCopyable {
    case disappeared, appearing, appeared, disappearing
}
