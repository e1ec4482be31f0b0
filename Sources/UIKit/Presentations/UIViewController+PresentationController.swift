internal import Containment
internal import PagerModel

extension UIViewController {
    /// The presentation controller of this controller or, if it is not presented, of its nearest
    /// presented ancestor. If no ancestor is presented either, the presentation controller for this
    /// controller's next presentation.
    public var presentationController: UIPresentationController? {
        var current: UIViewController? = self
        while let controller = current {
            if let active = controller.activePresentation { return active }
            current = controller.parent
        }
        return makePresentation(presenting: nil, source: self)
    }

    /// The presentation controller of a sheet; nil if the presentation style is not a sheet.
    public var sheetPresentationController: UISheetPresentationController? {
        presentationController as? UISheetPresentationController
    }

    /// The presentation controller of a popover; nil if the presentation style is not `popover`.
    public var popoverPresentationController: UIPopoverPresentationController? {
        presentationController as? UIPopoverPresentationController
    }

    /// Returns the controller's presentation controller for its current style. Creates one if there
    /// is none that suits the style.
    func makePresentation(
        presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController {
        if let active = activePresentation,
            active.fits(modalPresentationStyle, asks: transitioningDelegate != nil)
        {
            return active
        }
        let made: UIPresentationController
        let custom =
            modalPresentationStyle == .custom
            ? transitioningDelegate?.presentationController(
                forPresented: self, presenting: presenting, source: source) : nil
        if let custom {
            made = custom
            made.isCustom = true
        } else if modalPresentationStyle.isSheet {
            made = UISheetPresentationController(
                presentedViewController: self, presenting: presenting)
        } else if modalPresentationStyle == .popover {
            made = UIPopoverPresentationController(
                presentedViewController: self, presenting: presenting)
        } else {
            made = UIPresentationController(presentedViewController: self, presenting: presenting)
        }
        activePresentation = made
        return made
    }

    /// Returns the controller that becomes the presenter when `present` is called on this
    /// controller [11.1] [11.2].
    func presenter(for style: UIModalPresentationStyle) -> UIViewController {
        var current = self
        while let parent = current.parent,
            !(style.isInContext && current.definesPresentationContext)
        {
            current = parent
        }
        return current
    }
}

extension UIPresentationController {
    /// Returns whether this presentation controller can be used for a style. The style may have
    /// changed after the creation of the presentation controller.
    ///
    /// - Parameter asks: Whether the presented controller has a transitioning delegate. Such a
    ///   delegate can create its own presentation controller for the style `custom`.
    fileprivate func fits(_ style: UIModalPresentationStyle, asks: Bool) -> Bool {
        if isCustom { return style == .custom }
        return style.isSheet == (self is UISheetPresentationController)
            && (style == .popover) == (self is UIPopoverPresentationController)
            && !(style == .custom && asks)
    }
}
