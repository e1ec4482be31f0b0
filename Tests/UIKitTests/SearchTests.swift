import Testing
import UIKit

@MainActor
@Suite(.simulation(moments: .immediate)) struct SearchTests {
    private final class List: UIViewController, UISearchResultsUpdating, UISearchControllerDelegate
    {
        let search = UISearchController(searchResultsController: Results())
        var log: [String] = []

        override func viewDidLoad() {
            super.viewDidLoad()
            search.searchResultsUpdater = self
            search.delegate = self
            navigationItem.searchController = search
        }

        func updateSearchResults(for searchController: UISearchController) {
            log.append("update \(searchController.searchBar.text ?? "")")
        }
        func willPresentSearchController(_ searchController: UISearchController) {
            log.append("willPresent")
        }
        func didPresentSearchController(_ searchController: UISearchController) {
            log.append("didPresent")
        }
        func didDismissSearchController(_ searchController: UISearchController) {
            log.append("didDismiss")
        }
    }

    private final class Results: UIViewController {}

    private let simulation = Simulation.current
    private let window = UIWindow()

    @Test func `A search presents the results and updates them`() {
        let list = List()
        window.rootViewController = UINavigationController(rootViewController: list)
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
        let callbacks = simulation.trace(["appear"]) {
            list.search.searchBar.simulateTyping("ab")
            list.search.searchBar.simulateTyping("c")
        }
        #expect(callbacks.contains("Results.viewDidAppear(false)"))
        #expect(list.search.isActive)
        #expect(list.log == ["willPresent", "didPresent", "update ", "update ab", "update abc"])
        list.log = []
        list.search.searchBar.simulateCancel()
        simulation.finishCycle()
        #expect(list.log == ["update ", "didDismiss"])
        #expect(list.search.presentingViewController == nil)
        #expect(simulation.issues == [])
    }
}
