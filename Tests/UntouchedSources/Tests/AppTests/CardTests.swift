import Testing
import UIKit

@MainActor
@Suite(.simulation) struct CardTests {
    @Test func `An extension overrides what all objects have, whatever other types declare`() {
        let ace: UIView = AceView()
        #expect(ace.debugDescription == "ace, card 1")
        #expect(Suit(name: "hearts").debugDescription == "suit hearts")
    }

    @Test func `An extension overrides a method that a structure has too`() {
        let card: CardView = AceView()
        #expect(card.summary(true) == "ace of spades")
        #expect(Suit(name: "hearts").summary(false) == "hearts")
    }

    @Test func `A call can unwrap an optional method`() {
        let (table, four) = (CardTable(), FourCards())
        table.delegate = four
        #expect(table.count() == 5)
        #expect(table.spare().isKind(of: UITableViewCell.classForCoder()))
    }

    @Test func `Extensions of two classes of UIKit may have members with one name`() {
        let controller: UIViewController = CardController()
        #expect(controller.caption == "cards in a controller")
        #expect(controller.fold() == 11)
        let view: UIView = AceView()
        #expect(view.caption == "ace in a view")
        #expect(UIView().fold() == 0)
    }
}
