import Testing
import UIKit

@MainActor
@Suite(.simulation) struct DrawerTests {
    private final class Titles: DrawerDelegate {
        func drawer(_ drawer: Drawer, titleFor index: Int) -> String? { "title \(index)" }
    }

    private final class Silent: DrawerDelegate {}

    @Test func `An optional method that is missing is nil`() {
        let drawer = Drawer()
        let (titles, silent) = (Titles(), Silent())
        drawer.delegate = silent
        drawer.open(animated: false)
        drawer.delegate = titles
        drawer.open(animated: false)
        #expect(drawer.log == ["no title", "title 0"])
    }

    @Test func `A member of an extension is overridden`() {
        let drawer = SideDrawer()
        drawer.setOverlay("menu")
        #expect(drawer.overlays == ["side menu"])
    }

    @Test func `Names before Swift 4.2 have their meaning`() {
        let drawer = Drawer()
        let child = UIViewController()
        drawer.show(child)
        #expect(drawer.children == [child])
        #expect(drawer.log == ["view"])
    }

    @Test func `A notification calls a private method`() {
        let drawer = Drawer()
        drawer.loadViewIfNeeded()
        NotificationCenter.default.post(
            name: UIDevice.orientationDidChangeNotification, object: nil)
        #expect(drawer.log == ["rotated"])
    }
}
