extension Simulation {
    /// An iPhone: the size of its screen, and what its status bar, its camera and its home indicator
    /// cover. Simulations without a device have a screen that nothing covers, and bars without size.
    ///
    /// The sizes are those of Apple's Human Interface Guidelines, "Layout: Specifications"; UIKIT.md
    /// says where the insets come from.
    public struct Device: Hashable, Sendable {
        public let name: String
        /// The upright screen in points.
        public let size: CGSize
        public let statusBarHeight: CGFloat
        /// What is covered at the top of the upright screen: the status bar and the camera.
        let top: CGFloat
        /// What the home indicator covers, upright and in landscape. 0 with a home button.
        let bottom: (upright: CGFloat, landscape: CGFloat)
        /// What the camera covers on each side in landscape.
        let side: CGFloat

        private init(
            _ name: String, _ width: CGFloat, _ height: CGFloat, statusBar: CGFloat,
            top: CGFloat? = nil, bottom: (CGFloat, CGFloat) = (34, 21), side: CGFloat? = nil
        ) {
            self.name = name
            size = CGSize(width: width, height: height)
            statusBarHeight = statusBar
            self.top = top ?? statusBar
            self.bottom = bottom
            self.side = side ?? top ?? statusBar
        }

        public static let iPhoneSE = withButton("iPhone SE", 375, 667)
        public static let iPhone8Plus = withButton("iPhone 8 Plus", 414, 736)
        public static let iPhoneX = Device("iPhone X", 375, 812, statusBar: 44)
        public static let iPhone11 = Device("iPhone 11", 414, 896, statusBar: 48)
        public static let iPhone11ProMax = Device("iPhone 11 Pro Max", 414, 896, statusBar: 44)
        public static let iPhone13Mini = Device("iPhone 13 mini", 375, 812, statusBar: 50)
        public static let iPhone14 = Device("iPhone 14", 390, 844, statusBar: 47)
        public static let iPhone14Plus = Device("iPhone 14 Plus", 428, 926, statusBar: 47)
        public static let iPhone15 = Device("iPhone 15", 393, 852, statusBar: 54, top: 59)
        public static let iPhone15ProMax = Device(
            "iPhone 15 Pro Max", 430, 932, statusBar: 54, top: 59)
        public static let iPhone16Pro = Device("iPhone 16 Pro", 402, 874, statusBar: 54, top: 62)
        public static let iPhone16ProMax = Device(
            "iPhone 16 Pro Max", 440, 956, statusBar: 54, top: 62)

        public static let all = [
            iPhoneSE, iPhone8Plus, iPhoneX, iPhone11, iPhone11ProMax, iPhone13Mini, iPhone14,
            iPhone14Plus, iPhone15, iPhone15ProMax, iPhone16Pro, iPhone16ProMax,
        ]

        private static func withButton(_ name: String, _ width: CGFloat, _ height: CGFloat)
            -> Device
        { Device(name, width, height, statusBar: 20, bottom: (0, 0), side: 0) }

        public static func == (left: Device, right: Device) -> Bool { left.name == right.name }
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }

        /// Whether the camera is inside the screen, so that the status bar covers nothing more.
        var hasNotch: Bool { side > 0 }

        /// What is covered of a screen of this size. In landscape, phones hide the status bar.
        func insets(of screen: CGSize, isStatusBarHidden: Bool) -> UIEdgeInsets {
            guard screen.width <= screen.height else {
                return UIEdgeInsets(top: 0, left: side, bottom: bottom.landscape, right: side)
            }
            let isClear = isStatusBarHidden && !hasNotch
            return UIEdgeInsets(top: isClear ? 0 : top, left: 0, bottom: bottom.upright, right: 0)
        }
    }

    /// Begins a simulation of a phone, with its safe areas and with bars that take space.
    ///
    ///     let simulation = Simulation.begin(device: .iPhone15)
    @discardableResult
    public static func begin(
        device: Device, isLandscape: Bool = false, moments: Moments = .uikit
    ) -> Simulation {
        let size = device.size
        current = Simulation(
            screen: isLandscape ? CGSize(width: size.height, height: size.width) : size,
            device: device, moments: moments)
        return current
    }

    /// Whether the status bar is hidden: always without a device and in landscape, else as the
    /// controller on top wants it.
    var isStatusBarHidden: Bool {
        guard hasDevice, screenSize.width <= screenSize.height else { return true }
        guard var controller = UIApplication.shared.keyWindow?.rootViewController else {
            return false
        }
        while let next = controller.controllerOfStatusBar { controller = next }
        return controller.prefersStatusBarHidden
    }

    var statusBarFrame: CGRect {
        guard let device, !isStatusBarHidden else { return .zero }
        return CGRect(x: 0, y: 0, width: screenSize.width, height: device.statusBarHeight)
    }
}

extension UIViewController {
    /// The controller to ask for the status bar in place of this one.
    fileprivate var controllerOfStatusBar: UIViewController? {
        if let presented = presentedViewController, !presented.isBeingDismissed,
            presented.modalPresentationStyle == .fullScreen
                || presented.modalPresentationCapturesStatusBarAppearance
        {
            return presented
        }
        return childForStatusBarHidden
    }
}

extension UIWindow {
    /// What the device covers of the window.
    var insetsOfDevice: UIEdgeInsets {
        guard let device = simulation.device else { return .zero }
        let screen = simulation.screenSize
        return device.insets(of: screen, isStatusBarHidden: simulation.isStatusBarHidden)
            .reaching(frame, in: CGRect(origin: .zero, size: screen))
    }
}
