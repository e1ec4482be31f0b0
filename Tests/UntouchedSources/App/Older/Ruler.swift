import SafariServices
import UIKit

/// Reads values as code for Objective-C does.
class Ruler: NSObject {
    func height(of change: [NSKeyValueChangeKey: Any]) -> CGFloat {
        if let frame = change[.newKey] {
            return (frame as AnyObject).cgRectValue.height
        }
        return (change[.oldKey] as AnyObject).cgPointValue.y
    }

    @available(iOS 11.0, *)
    func attributes() -> [NSAttributedString.Key: Any] {
        return [NSFontAttributeName: UIFont.systemFont(ofSize: 12)]
    }

    func outline(of rect: CGRect) -> CGPath {
        let path = CGMutablePath()
        path.addRect(rect)
        return path
    }
}

extension CGFloat {
    func distance(from other: CGFloat) -> CGFloat {
        return abs(self - other)
    }
}

/// The namespace that libraries of 2017 give their extensions.
struct Themed<Base> {
    let base: Base
}

extension NSObjectProtocol {
    static var themed: Themed<Self.Type> {
        return Themed(base: self)
    }
}

extension Themed where Base == UIColor.Type {
    var accent: UIColor {
        return .red
    }
}
