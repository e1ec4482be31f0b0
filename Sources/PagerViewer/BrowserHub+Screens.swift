internal import PagerModel
internal import PagerWire

/// The register of screens: the browsers that are open, and what each says of itself.
extension BrowserHub {
    /// Takes note of what a browser says of itself.
    func report(_ screen: Screen, of id: Int, from address: String) {
        change(id) { outlet in
            outlet.screen = screen
            outlet.address = address
            outlet.seen = WebServer.now()
        }
    }

    /// The screens in the order in which they came, as `Screen.row` has them.
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
