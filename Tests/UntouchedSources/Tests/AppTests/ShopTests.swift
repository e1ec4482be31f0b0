import Testing
import UIKit

@MainActor
@Suite(.simulation, .serialized) struct ShopTests {
    private let simulation = Simulation.current
    private let app = ShopDelegate()

    @MainActor
    private final class Guide: NSObject, CatalogDelegate {
        var shown: [String] = []
        var optionalCatalogHeader: (String)? { "Books" }
        func catalog(_ catalog: CatalogController, didShow controller: UIViewController) {
            // As in UIKit, a pushed controller is not loaded yet, so it has no title.
            shown.append((controller as? DetailsController)?.article.name ?? "")
        }
    }

    init() {
        Cart.shared.empty()
        app.catalog.articles = (1...20).map { Article(name: "Book \($0)", price: $0) }
        _ = app.application(UIApplication.shared, didFinishLaunchingWithOptions: nil)
        simulation.advance(by: .seconds(1))
    }

    @Test func `The catalog appears, and its cells show articles`() {
        #expect(
            app.catalog.events == ["viewDidLoad", "viewWillAppear(false)", "viewDidAppear(false)"])
        #expect(app.catalog.tableView.visibleCells.first?.textLabel?.text == "Book 1")
        #expect(app.catalog.title == "Catalog")
        #expect(simulation.issues == [])
    }

    @Test func `A tap on a row pushes the details`() throws {
        let guide = Guide()
        app.catalog.delegate = guide
        let callbacks = simulation.trace(["appear"]) {
            app.catalog.tableView.simulateTap(onRowAt: IndexPath(row: 2, section: 0))
            simulation.advance(by: .seconds(1))
        }
        #expect(
            callbacks == [
                "CatalogController.viewWillDisappear(true)",
                "DetailsController.viewWillAppear(true)",
                "CatalogController.viewDidDisappear(true)",
                "DetailsController.viewDidAppear(true)",
            ])
        #expect(guide.shown == ["Book 3"])
        let details = try #require(
            app.catalog.navigationController?.topViewController as? DetailsController)
        #expect(details.screenName() == "Details of Book 3, DetailsController")
        let plain: UIViewController = SpecialDetailsController(article: details.article)
        #expect(plain.screenName() == "Special Details of Book 3, SpecialDetailsController")
        #expect(plain.isModalScreen)
        #expect(!details.isModalScreen)
        #expect(UIViewController().screenName() == "UIViewController")
        #expect(simulation.issues == [])
    }

    @Test func `Buying tells the catalog and goes back`() throws {
        app.catalog.tableView.simulateTap(onRowAt: IndexPath(row: 4, section: 0))
        simulation.advance(by: .seconds(1))
        let stack = try #require(app.catalog.navigationController)
        let details = try #require(stack.topViewController as? DetailsController)
        let button = try #require(details.view.subviews.compactMap { $0 as? UIButton }.first)
        simulation.tap(button)
        simulation.advance(by: .seconds(1))
        #expect(app.catalog.events.last == "cart 5")
        let alert = try #require(details.presentedViewController as? UIAlertController)
        alert.simulateTap(onActionWithTitle: "OK")
        simulation.advance(by: .seconds(2))
        #expect(stack.topViewController === app.catalog)
        #expect(app.catalog.navigationItem.rightBarButtonItem?.title == "Cart (1)")
        #expect(simulation.issues == [])
    }

    @Test func `A double tap makes a favourite, and its row is made again`() throws {
        app.catalog.tableView.simulateTap(onRowAt: IndexPath(row: 0, section: 0))
        simulation.advance(by: .seconds(1))
        let details = try #require(
            app.catalog.navigationController?.topViewController as? DetailsController)
        let label = try #require(details.view.subviews.compactMap { $0 as? UILabel }.first)
        simulation.tap(label, taps: 2)
        #expect(app.catalog.articles[0].isFavourite)
        #expect(simulation.issues == [])
    }

    @Test func `The cart counts seconds while it is on screen`() throws {
        app.catalog.navigationItem.rightBarButtonItem?.simulateTap()
        simulation.advance(by: .seconds(1))
        #expect(app.catalog.events.last == "cart shown")
        let stack = try #require(
            app.catalog.tabBarController?.presentedViewController as? UINavigationController)
        let cart = try #require(stack.viewControllers.first as? CartController)
        simulation.advance(by: .seconds(3))
        #expect(cart.seconds == 3)
        cart.navigationItem.leftBarButtonItem?.simulateTap()
        simulation.advance(by: .seconds(5))
        #expect(cart.seconds == 3)
        #expect(app.catalog.tabBarController?.presentedViewController == nil)
        #expect(simulation.issues == [])
    }

    @Test func `A refresh ends later and reloads`() {
        app.catalog.refreshControl?.sendActions(for: .valueChanged)
        #expect(app.catalog.refreshControl?.isRefreshing == true)
        simulation.advance(by: .seconds(0.5))
        #expect(app.catalog.refreshControl?.isRefreshing == false)
        #expect(app.catalog.events.last == "refreshed")
    }

    @Test func `A tap on a tab tells the app's delegate`() throws {
        let tabs = try #require(app.catalog.tabBarController)
        tabs.tabBar.items?.last.map { #expect($0.title == "Settings") }
        tabs.simulateTap(onTab: 1)
        simulation.advance(by: .seconds(1))
        #expect(app.selections == ["Settings"])
        let settings = try #require(tabs.selectedViewController as? SettingsController)
        #expect(settings.events == ["willMove parent", "simulator"])
        simulation.resize(to: CGSize(width: 844, height: 390), duration: .seconds(0.3))
        simulation.advance(by: .seconds(1))
        #expect(settings.events.last == "animating to 844")
        #expect(simulation.issues == [])
    }
}
