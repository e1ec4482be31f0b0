// The colours of iOS in light appearance.
extension UIColor {
    private static func grey(_ red: CGFloat, _ blue: CGFloat) -> UIColor {
        UIColor(red: red / 255, green: red / 255, blue: blue / 255, alpha: 1)
    }

    public static let systemGray2 = grey(174, 178)
    public static let systemGray3 = grey(199, 204)
    public static let systemGray4 = grey(209, 214)
    public static let systemGray5 = grey(229, 234)
    public static let systemGray6 = grey(242, 247)
    public static let systemMint = UIColor(red: 0, green: 0.78, blue: 0.75, alpha: 1)
    public static let systemCyan = UIColor(red: 0.2, green: 0.68, blue: 0.9, alpha: 1)
    public static let systemBrown = UIColor(red: 0.64, green: 0.52, blue: 0.37, alpha: 1)
    public static let tertiaryLabel = UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 0.3)
    public static let quaternaryLabel = UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 0.18)
    public static let placeholderText = tertiaryLabel
    public static let link = systemBlue
    public static let tintColor = systemBlue
    public static let separator = UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 0.29)
    public static let opaqueSeparator = grey(198, 200)
    public static let tertiarySystemBackground = white
    public static let systemGroupedBackground = systemGray6
    public static let secondarySystemGroupedBackground = white
    public static let tertiarySystemGroupedBackground = systemGray6
    public static let systemFill = UIColor(red: 0.47, green: 0.47, blue: 0.5, alpha: 0.2)
    public static let secondarySystemFill = UIColor(red: 0.47, green: 0.47, blue: 0.5, alpha: 0.16)
    public static let tertiarySystemFill = UIColor(red: 0.46, green: 0.46, blue: 0.5, alpha: 0.12)
    public static let quaternarySystemFill = UIColor(
        red: 0.45, green: 0.45, blue: 0.5, alpha: 0.08)
    public static let lightText = UIColor(white: 1, alpha: 0.6)
    public static let darkText = black

    /// Returns nil: there are no asset catalogues.
    public convenience init?(
        named name: String, in bundle: Bundle?, compatibleWith traits: UITraitCollection?
    ) { return nil }

    /// Creates a clear colour: images have no pixels.
    public convenience init(patternImage: UIImage) { self.init(white: 0, alpha: 0) }

    /// Writes the components to the pointers that are not nil. Always returns true.
    @discardableResult
    public func getWhite(
        _ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        unsafe white?.pointee = (red + green + blue) / 3
        unsafe alpha?.pointee = self.alpha
        return true
    }

    /// Writes the components to the pointers that are not nil. Always returns true.
    @discardableResult
    public func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let most = max(red, green, blue)
        let range = most - min(red, green, blue)
        var sector: CGFloat = 0
        if range > 0 {
            switch most {
            case red: sector = (green - blue) / range
            case green: sector = 2 + (blue - red) / range
            default: sector = 4 + (red - green) / range
            }
        }
        unsafe hue?.pointee = (sector < 0 ? sector + 6 : sector) / 6
        unsafe saturation?.pointee = most > 0 ? range / most : 0
        unsafe brightness?.pointee = most
        unsafe alpha?.pointee = self.alpha
        return true
    }
}

public typealias _ColorLiteralType = UIColor

extension UIColor: _ExpressibleByColorLiteral {
    public convenience init(
        _colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float
    ) {
        self.init(
            red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
    }
}
