import UIKit

// Extensions that override what others declare: of classes, of UIKit's classes and of other types.

class CardView: UIView {
    var rank = 1

    func summary(_ isLong: Bool) -> String { "card" }
}

extension CardView {
    override var debugDescription: String { "card \(rank)" }
}

class AceView: CardView {}

extension AceView {
    override var debugDescription: String { "ace, " + super.debugDescription }

    override func summary(_ isLong: Bool) -> String { isLong ? "ace of spades" : "ace" }
}

struct Suit {
    let name: String
}

extension Suit: CustomDebugStringConvertible {
    var debugDescription: String { "suit \(name)" }

    func summary(_ isLong: Bool) -> String { name }
}

extension UIView {
    @objc var caption: String { "a view" }
    @objc func fold() -> Int { 0 }
}

extension UIViewController {
    @objc var caption: String { "a controller" }
    @objc func fold() -> Int { 1 }
}

class CardController: UIViewController {}

extension CardController {
    override var caption: String { "cards in " + super.caption }
    override func fold() -> Int { super.fold() + 10 }
}

@objc protocol CardTableDelegate {
    @objc optional func cards(_ table: CardTable, countIn section: Int) -> Int
}

class CardTable: NSObject {
    weak var delegate: CardTableDelegate?
    func count() -> Int { delegate!.cards!(self, countIn: 0) + 1 }
    func root() -> UIViewController? {
        UIApplication.shared.delegate?.window??.rootViewController
    }
    func spare() -> UITableViewCell { UITableViewCell() }
}

class FourCards: CardTableDelegate {
    func cards(_ table: CardTable, countIn section: Int) -> Int { 4 }
}

extension AceView {
    override var caption: String { "ace in " + super.caption }
}
