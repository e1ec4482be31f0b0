internal import PagerModel
internal import PagerWire

/// Functions for the register of screens. A screen is a connected browser that has reported which
/// page it shows.
extension BrowserHub {
    /// Records what a browser has reported about itself, such as its size and the page that it
    /// shows.
    func report(_ screen: Screen, of id: Int, from address: String) {
        change(id) { queue in
            queue.screen = screen
            queue.address = address
            queue.seen = WebServer.now()
        }
    }

    /// The register's entries for all screens, in the order in which the browsers connected.
    var screens: [ScreenRecord] {
        let now = WebServer.now()
        return queues().compactMap { queue in
            queue.screen?.record(
                queue.address, isWatcher: queue.isWatcher, age: now - queue.seen)
        }
    }

    /// The entries of the register of screens, as JSON.
    var screenValues: Value {
        var builder = ValueBuilder()
        screens.write(to: &builder)
        return builder.result
    }

    /// Sends the register of screens (the browsers that show pages) to one browser.
    func sendScreens(to id: Int) {
        send(Array(Value.object([.init("screens", screenValues)]).json.utf8), to: id)
    }
}
