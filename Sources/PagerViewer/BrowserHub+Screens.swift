internal import PagerModel
internal import PagerWire

/// The register of screens: the connected browsers, and the description that each has sent.
extension BrowserHub {
    /// Records the description of a browser.
    func report(_ screen: Screen, of id: Int, from address: String) {
        change(id) { outlet in
            outlet.screen = screen
            outlet.address = address
            outlet.seen = WebServer.now()
        }
    }

    /// The screens in the order of their connections, in the form of `Screen.row`.
    var screens: Value {
        let now = WebServer.now()
        return .array(
            outlets().compactMap { outlet in
                outlet.screen?.row(
                    outlet.address, isWatcher: outlet.isWatcher, age: now - outlet.seen)
            })
    }

    /// Sends the register to one browser.
    func sendScreens(to id: Int) {
        send(Array(Value.object([.init("screens", screens)]).json.utf8), to: id)
    }
}
