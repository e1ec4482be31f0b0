/// A method of a view controller that UIKit calls and a subclass may override.
public enum Callback: String, CaseIterable, Sendable, BitwiseCopyable {
    case loadView, viewDidLoad
    case viewWillAppear, viewIsAppearing, viewDidAppear
    case viewWillDisappear, viewDidDisappear
    case viewWillLayoutSubviews, viewDidLayoutSubviews
    case willTransitionToTraits, traitCollectionDidChange, viewWillTransitionToSize
    case preferredContentSizeDidChange
    case willMoveToParent, didMoveToParent
}

/// A set of view controller callbacks, with one bit for each callback.
public struct CallbackSet: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public init(_ callbacks: Callback...) {
        rawValue = callbacks.reduce(0) { $0 | Self.bit($1) }
    }

    public func contains(_ callback: Callback) -> Bool {
        rawValue & Self.bit(callback) != 0
    }

    public mutating func insert(_ callback: Callback) {
        self = CallbackSet(rawValue: rawValue | Self.bit(callback))
    }

    private static func bit(_ callback: Callback) -> UInt32 {
        switch callback {
        case .loadView: 1 << 0
        case .viewDidLoad: 1 << 1
        case .viewWillAppear: 1 << 2
        case .viewIsAppearing: 1 << 3
        case .viewDidAppear: 1 << 4
        case .viewWillDisappear: 1 << 5
        case .viewDidDisappear: 1 << 6
        case .viewWillLayoutSubviews: 1 << 7
        case .viewDidLayoutSubviews: 1 << 8
        case .willTransitionToTraits: 1 << 9
        case .traitCollectionDidChange: 1 << 10
        case .viewWillTransitionToSize: 1 << 11
        case .preferredContentSizeDidChange: 1 << 12
        case .willMoveToParent: 1 << 13
        case .didMoveToParent: 1 << 14
        }
    }
}
