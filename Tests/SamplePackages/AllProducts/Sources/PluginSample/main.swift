import Foundation
import PagerClient
import PagerModel

final class Clock: PluginPage {
    override func viewDidLoad() {
        every(1) { [unowned self] in refresh() }
    }

    override var content: Value {
        let time = Date().formatted(date: .omitted, time: .standard)
        return ["type": "text/plain", "body": .string(time)]
    }
}

try Plugin("clock").page("clock") { Clock() }.run()
