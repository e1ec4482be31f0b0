import Testing
import UIKit
@MainActor
@Suite(.simulation) struct MenuTests {
    @Test func `A tap reaches a private method`() {
        let window = UIWindow()
        let menu = Submenu()
        menu.delegate = menu
        window.rootViewController = menu
        window.makeKeyAndVisible()
        menu.button.sendActions(for: .touchUpInside)
        #expect(menu.log == ["viewWillAppear line 9", "tapped"])
    }
}
