import Testing
import UIKit

@MainActor
@Suite(.simulation(moments: .immediate)) struct StoryboardTests {
    private class List: UIViewController {
        weak var label: UILabel!
        var log: [String] = []
        var mayGo = true

        override func awakeFromNib() {
            super.awakeFromNib()
            log.append("awake")
        }

        override func viewDidLoad() {
            super.viewDidLoad()
            log.append("viewDidLoad \(label.text ?? "") \(children.count)")
        }

        override func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool {
            log.append("should \(identifier)")
            return mayGo
        }

        override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
            log.append("prepare \(segue.identifier ?? "") \(type(of: segue.destination))")
            (segue.destination as? Detail)?.item = sender as? String
        }

        func unwindToList(_ segue: UIStoryboardSegue) { log.append("unwind") }
    }

    private class Detail: UIViewController {
        var item: String?
    }

    private class Header: UIViewController {
        required init?(coder: NSCoder) { super.init(coder: coder) }
        init(title: String) {
            super.init(nibName: nil, bundle: nil)
            self.title = title
        }
    }

    private class Fade: UIStoryboardSegue {
        override func perform() { source.present(destination, animated: false) }
    }

    private let simulation = Simulation.current
    private let window = UIWindow()

    init() {
        simulation.storyboards["Main"] = Simulation.Storyboard {
            $0.scene("Root", isInitial: true) { _ in
                let list = UIStoryboard(name: "Main", bundle: nil)
                    .instantiateViewController(withIdentifier: "List")
                return UINavigationController(rootViewController: list)
            }
            $0.scene(
                "List",
                segues: [
                    .show("detail", to: "Detail"), .present("modal", to: "Detail"),
                    .custom("fade", to: "Detail", Fade.self),
                    .embed("header", to: "Header") { (list: List) in list.label },
                ]
            ) {
                List(coder: $0)
            } loadView: { list in
                let label = UILabel()
                label.text = "outlet"
                list.view.addSubview(label)
                list.label = label
            }
            $0.scene(
                "Detail",
                segues: [.unwind("done", to: Selector("unwindToList:", List.unwindToList))]
            ) { Detail(coder: $0) }
            $0.scene("Header") { Header(coder: $0) }
        }
    }

    private func show() throws -> (UINavigationController, List) {
        let storyboard = UIStoryboard(name: "Main", bundle: nil)
        let stack = try #require(
            storyboard.instantiateInitialViewController() as? UINavigationController)
        window.rootViewController = stack
        window.makeKeyAndVisible()
        return (stack, try #require(stack.topViewController as? List))
    }

    @Test func `Outlets are set and children are embedded before viewDidLoad`() throws {
        let (_, list) = try show()
        #expect(list.log == ["awake", "prepare header Header", "viewDidLoad outlet 1"])
        #expect(list.storyboard != nil)
        #expect(list.children[0].view.superview === list.label)
        #expect(simulation.issues == [])
    }

    @Test func `A segue asks, prepares and shows`() throws {
        let (stack, list) = try show()
        list.log = []
        list.mayGo = false
        #expect(!list.simulateSegue(withIdentifier: "detail", sender: "one"))
        list.mayGo = true
        #expect(list.simulateSegue(withIdentifier: "detail", sender: "one"))
        simulation.advance(by: .seconds(1))
        #expect(list.log == ["should detail", "should detail", "prepare detail Detail"])
        #expect((stack.topViewController as? Detail)?.item == "one")
        stack.topViewController?.performSegue(withIdentifier: "done", sender: nil)
        simulation.advance(by: .seconds(1))
        #expect(list.log.last == "unwind")
        #expect(stack.topViewController === list)
        #expect(simulation.issues == [])
    }

    @Test func `Segues present, or do what their class does`() throws {
        let (_, list) = try show()
        list.performSegue(withIdentifier: "modal", sender: "two")
        simulation.advance(by: .seconds(1))
        let detail = try #require(list.presentedViewController as? Detail)
        #expect(detail.item == "two")
        detail.performSegue(withIdentifier: "done", sender: nil)
        simulation.advance(by: .seconds(1))
        #expect(list.presentedViewController == nil)
        list.performSegue(withIdentifier: "fade", sender: "three")
        #expect((list.presentedViewController as? Detail)?.item == "three")
        #expect(simulation.issues == [])
    }

    @Test func `A creator makes the controller with its own parameters`() {
        let storyboard = UIStoryboard(name: "Main", bundle: nil)
        let header = storyboard.instantiateViewController(identifier: "Header") { _ in
            Header(title: "made")
        }
        #expect(header.title == "made")
        let other: Header = storyboard.instantiateViewController(identifier: "Header")
        #expect(other.title == nil)
        #expect(simulation.issues == [])
    }

    @Test func `Missing names are issues, and the code goes on`() throws {
        let (_, list) = try show()
        let detail = castOrReport(
            UIStoryboard(name: "Other", bundle: nil).instantiateViewController(
                withIdentifier: "Detail"), to: Detail.self)
        #expect(detail.item == nil)
        let wrong: Detail = UIStoryboard(name: "Main", bundle: nil)
            .instantiateViewController(identifier: "Header")
        #expect(wrong.item == nil)
        _ = UIStoryboard(name: "Main", bundle: nil).instantiateViewController(
            withIdentifier: "Lists")
        list.performSegue(withIdentifier: "deatil", sender: nil)
        _ = UIViewController(nibName: "Menu", bundle: nil).view
        let texts = simulation.issues.map(\.text)
        try #require(texts.count == 6)
        #expect(texts[0].contains("'Other'"))
        #expect(texts[1] == "Could not cast value of type 'UIViewController' to 'Detail'")
        #expect(texts[2] == "Could not cast value of type 'Header' to 'Detail'")
        #expect(texts[3].contains("'Lists'"))
        #expect(texts[4].contains("'deatil'"))
        #expect(texts[5].contains("'Menu'"))
        #expect(simulation.issues.allSatisfy { $0.file == "StoryboardTests.swift" })
    }

    private final class Panel: UIViewController {
        var button: UIButton!
    }

    private final class Badge: UIView {
        var isAwake = false
        override func awakeFromNib() { isAwake = true }
    }

    @Test func `Nibs load views of controllers, and single views`() throws {
        simulation.nibs["Panel"] = { owner in
            let view = Badge()
            let button = UIButton()
            view.addSubview(button)
            (owner as? Panel)?.view = view
            (owner as? Panel)?.button = button
            return [view]
        }
        simulation.nibs["Badge"] = { _ in [Badge()] }
        let panel = Panel()
        #expect((panel.view as? Badge)?.isAwake == true)
        #expect(panel.button.superview === panel.view)
        let badge = try #require(
            Bundle.main.loadNibNamed("Badge", owner: nil)?.first as? Badge)
        #expect(badge.isAwake)
        #expect(UIViewController(nibName: "Badge", bundle: nil).view is Badge)
        #expect(simulation.issues == [])
    }
}
