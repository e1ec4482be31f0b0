internal import PagerModel

/// The frames of a split view's columns in a view of a given size. The frame of a hidden column is
/// nil.
struct Columns {
    private(set) var primary: Frame?
    private(set) var supplementary: Frame?
    private(set) var secondary: Frame?

    init(_ state: Split.State, _ size: Size) {
        if state.collapsed {
            primary = Frame(size)
        } else if state.hasThree {
            setThree(state.shownMode, size)
        } else {
            setTwo(state.shownMode, size)
        }
    }

    /// Returns the frame of a column. Each column is as high as the split view.
    private static func column(at left: Double, _ width: Double, in size: Size) -> Frame {
        Frame(x: left, y: 0, width: width, height: size.height)
    }

    private mutating func setTwo(_ mode: SplitDisplayMode, _ size: Size) {
        let width = min(320, (size.width * 0.4).rounded())
        if mode != .secondaryOnly { primary = Self.column(at: 0, width, in: size) }
        let left = mode == .oneBesideSecondary ? width : 0
        secondary = Self.column(at: left, size.width - left, in: size)
    }

    /// Computes the frames of three columns. The primary and the supplementary column have the same
    /// width. In the mode `twoDisplaceSecondary`, the secondary column keeps the width that it has
    /// beside one column, so its right end is outside of the view.
    private mutating func setThree(_ mode: SplitDisplayMode, _ size: Size) {
        let width = min(320, (size.width * 0.3).rounded())
        let beside = size.width - width
        switch mode {
        case .secondaryOnly, .oneOverSecondary, .twoOverSecondary: secondary = Frame(size)
        case .automatic, .oneBesideSecondary:
            secondary = Self.column(at: width, beside, in: size)
        case .twoBesideSecondary:
            secondary = Self.column(at: 2 * width, beside - width, in: size)
        case .twoDisplaceSecondary: secondary = Self.column(at: 2 * width, beside, in: size)
        }
        switch mode {
        case .secondaryOnly: break
        case .automatic, .oneBesideSecondary, .oneOverSecondary:
            supplementary = Self.column(at: 0, width, in: size)
        case .twoBesideSecondary, .twoOverSecondary, .twoDisplaceSecondary:
            primary = Self.column(at: 0, width, in: size)
            supplementary = Self.column(at: width, width, in: size)
        }
    }
}

extension Split.State {
    /// The display mode in effect. `automatic` means `oneBesideSecondary`. With two columns, a mode
    /// for three columns is replaced by a mode for two.
    var shownMode: SplitDisplayMode {
        switch mode {
        case .automatic: .oneBesideSecondary
        case .twoBesideSecondary, .twoDisplaceSecondary: hasThree ? mode : .oneBesideSecondary
        case .twoOverSecondary: hasThree ? mode : .oneOverSecondary
        case .secondaryOnly, .oneBesideSecondary, .oneOverSecondary: mode
        }
    }

    /// Returns the display mode to change to, so that a column is visible and not covered by
    /// another column. Returns nil if the display mode does not need to change.
    func mode(showing column: SplitColumn) -> SplitDisplayMode? {
        switch (column, shownMode) {
        case (.primary, .secondaryOnly): hasThree ? .twoBesideSecondary : .oneBesideSecondary
        case (.primary, .oneBesideSecondary): hasThree ? .twoBesideSecondary : nil
        case (.primary, .oneOverSecondary): hasThree ? .twoOverSecondary : nil
        case (.supplementary, .secondaryOnly): .oneBesideSecondary
        case (.secondary, .oneOverSecondary), (.secondary, .twoOverSecondary): .secondaryOnly
        default: nil
        }
    }

    /// Returns the display mode to change to, so that a column is hidden. Returns nil if the column
    /// is already hidden or cannot be hidden.
    func mode(hiding column: SplitColumn) -> SplitDisplayMode? {
        switch (column, shownMode) {
        case (.secondary, _), (_, .secondaryOnly): nil
        case (.primary, .twoBesideSecondary), (.primary, .twoDisplaceSecondary):
            .oneBesideSecondary
        case (.primary, .twoOverSecondary): .oneOverSecondary
        case (.primary, _): hasThree ? nil : .secondaryOnly
        case (.supplementary, _): .secondaryOnly
        }
    }
}
