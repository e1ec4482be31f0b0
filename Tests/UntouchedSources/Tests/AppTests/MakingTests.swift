import Testing
import UIKit

@MainActor
@Suite(.simulation) struct MakingTests {
    @Test func `A generic parameter makes a view with the initializer that its class overrides`() {
        let host = Host<BadgeView>()
        #expect(host.content.isSetUp)
        #expect(host.large.isSetUp)
        #expect(host.large.frame.width == 100)
        #expect(Host<UILabel>().content.text == nil)
        #expect(makeAll(BadgeView.self, count: 2).count == 3)
    }

    @Test func `A controller is made from its class with the name of its nib`() {
        let sheet = SmallSheet.fromNib()
        #expect(sheet.made == "SmallSheet")
        #expect(Sheet.plain().made == "no nib")
        #expect(Factory<[Int]>().decode("[1]") == [1])
    }

    @Test func `Subclasses that override init(frame:) have init()`() {
        #expect(PhotoView().isSetUp)
        #expect(RoundButton().layer.cornerRadius == 8)
        #expect(RoundButton(type: .system).buttonType == .system)
        #expect(Column().axis == .vertical)
    }

    @Test func `A view has a layer of its class, made with init()`() {
        let view = DialView()
        #expect(view.dial.angle == 1)
        #expect(DialLayer(layer: view.dial).angle == 1)
    }

    @Test func `A class of UIKit is found by its name`() {
        let bar = UITabBar()
        bar.items = [UITabBarItem(), UITabBarItem()]
        bar.addSubview(UIView())
        #expect(bar.itemButtons == Array(bar.subviews.prefix(2)))
    }
}
