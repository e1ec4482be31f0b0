// swift-format-ignore-file

import UIKit

public final class SideDrawer: Drawer {
    override public func setOverlay(_ name: String) { super.setOverlay("side \(name)") }
}

extension Drawer {
    @objc public func setOverlay(_ name: String) { overlays.append(name) }

    override open func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        overlays = []
    }
}

private var overlayKey = 0
extension Drawer {
    public var overlays: [String] {
        get { objc_getAssociatedObject(self, &overlayKey) as? [String] ?? [] }
        set { objc_setAssociatedObject(self, &overlayKey, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
    }
}
