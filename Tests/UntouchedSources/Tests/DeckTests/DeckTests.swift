import Testing
import UIKit

@MainActor
@Suite(.simulation) struct DeckTests {
    private final class Source: CardDeckDataSource, CardDeckDelegate {
        var log: [String] = []
        func numberOfCards(in deck: CardDeckView) -> Int { 4 }
        func cardDeck(_ deck: CardDeckView, viewForCardAt index: Int) -> UIView { UIView() }
        func cardDeck(_ deck: CardDeckView, didSwipeCardAt index: Int) {
            log.append("swiped \(index)")
        }
        func cardDeckDidRunOut(_ deck: CardDeckView) { log.append("ran out") }
    }

    private let simulation = Simulation.current
    private let window = UIWindow()
    private let source = Source()

    private func deck() -> CardDeckView {
        let controller = UIViewController()
        window.rootViewController = controller
        window.makeKeyAndVisible()
        let deck = CardDeckView(frame: controller.view.bounds)
        controller.view.addSubview(deck)
        deck.dataSource = source
        deck.delegate = source
        simulation.advance(by: .seconds(1))
        return deck
    }

    @Test func `A long drag throws the card away, and the next one comes to the top`() {
        let deck = deck()
        #expect(deck.cards.map(\.index) == [0, 1, 2])
        simulation.pan(
            from: CGPoint(x: 150, y: 400), to: CGPoint(x: 350, y: 400), in: window,
            duration: .seconds(0.3))
        simulation.advance(by: .seconds(1))
        #expect(source.log == ["swiped 0"])
        #expect(deck.cards.map(\.index) == [1, 2, 3])
        #expect(simulation.issues == [])
    }

    @Test func `A short drag lets the card snap back`() {
        let deck = deck()
        let centre = deck.cards[0].center
        simulation.pan(
            from: CGPoint(x: 150, y: 400), to: CGPoint(x: 200, y: 420), in: window,
            duration: .seconds(0.5))
        simulation.advance(by: .seconds(3))
        #expect(source.log == [])
        #expect(abs(deck.cards[0].center.x - centre.x) < 1)
        #expect(deck.settledCount > 0)
        #expect(simulation.issues == [])
    }

    @Test func `A photo zooms, and a pan down closes it`() {
        let host = UIViewController()
        window.rootViewController = host
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
        let image = UIGraphicsImageRenderer(size: CGSize(width: 800, height: 800)).image { _ in }
        let photo = PhotoController(photo: Photo(title: "Sea", image: image), source: nil)
        host.present(photo, animated: true)
        simulation.advance(by: .seconds(1))
        #expect(abs(photo.scrollView.zoomScale - photo.view.bounds.width / 800) < 0.001)
        photo.scrollView.simulateZoom(to: 1)
        #expect(abs(photo.scrollView.contentSize.width - 800) < 0.001)
        photo.scrollView.zoomScale = photo.scrollView.minimumZoomScale
        let callbacks = simulation.trace(["appear"]) {
            simulation.pan(
                from: CGPoint(x: 200, y: 300), to: CGPoint(x: 200, y: 700), in: window,
                duration: .seconds(0.4))
            simulation.advance(by: .seconds(1))
        }
        #expect(
            callbacks == [
                "PhotoController.viewWillDisappear(true)", "UIViewController.viewWillAppear(true)",
                "UIViewController.viewDidAppear(true)", "PhotoController.viewDidDisappear(true)",
            ])
        #expect(host.presentedViewController == nil)
        #expect(simulation.issues == [])
    }
}
