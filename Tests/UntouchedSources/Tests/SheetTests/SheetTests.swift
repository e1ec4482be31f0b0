import Testing
import UIKit

@MainActor
@Suite(.simulation) struct SheetTests {
    private final class Map: UIViewController {}
    private final class Observer: BottomSheetDelegate {
        var log: [String] = []
        func bottomSheet(_ sheet: BottomSheetController, willChangeTo state: SheetState) {
            log.append("will \(state)")
        }
        func bottomSheet(_ sheet: BottomSheetController, didChangeTo state: SheetState) {
            log.append("did \(state)")
        }
    }

    private let simulation = Simulation.current
    private let window = UIWindow()
    private let observer = Observer()
    private let places = PlacesController(
        places: [
            Place(name: "Bar", category: .food), Place(name: "Museum", category: .culture),
            Place(name: "Café", category: .food),
        ])
    private let sheet: BottomSheetController

    init() {
        sheet = BottomSheetController(content: Map(), sheet: places)
        sheet.delegate = observer
        window.rootViewController = sheet
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
    }

    @Test func `A change of the state animates the height`() {
        #expect(sheet.sheetView.bounds.height == 88)
        sheet.setState(.half, animated: true)
        simulation.advance(by: .seconds(1))
        #expect(sheet.sheetView.bounds.height == sheet.view.bounds.height * 0.45)
        #expect(observer.log == ["will half", "did half"])
        #expect(simulation.issues == [])
    }

    @Test func `A pan upwards takes the next state`() {
        let height = sheet.view.bounds.height
        simulation.pan(
            from: CGPoint(x: 200, y: height - 40), to: CGPoint(x: 200, y: height - 300), in: window,
            duration: .seconds(0.3))
        simulation.advance(by: .seconds(1))
        #expect(sheet.state == .half)
        #expect(observer.log == ["will half", "did half"])
        #expect(simulation.issues == [])
    }

    @Test func `A place that becomes a favourite keeps its row, and a deleted one leaves`() throws {
        sheet.setState(.expanded, animated: false)
        simulation.advance(by: .seconds(1))
        func table(_ view: UIView) -> UITableView? {
            view as? UITableView ?? view.subviews.lazy.compactMap(table).first
        }
        let list = try #require(table(places.view))
        #expect(list.numberOfSections == 2 && list.numberOfRows(inSection: 0) == 2)
        let path = IndexPath(row: 1, section: 0)
        let menu = places.tableView(
            list, contextMenuConfigurationForRowAt: path, point: .zero)?.simulateMenu()
        #expect(menu?.simulateChoice(ofTitle: "Favourite") == true)
        simulation.advance(by: .seconds(1))
        #expect(places.places[2].isFavourite)
        #expect(menu?.simulateChoice(ofTitle: "Delete") == true)
        simulation.advance(by: .seconds(1))
        #expect(places.places.count == 2)
        #expect(simulation.issues == [])
    }
}
