internal import PagerModel

/// Functions that check that no record is nested in itself, so that a loop through nested records
/// always ends.
extension LiveState {
    /// Checks that no record is in two places, such as two lists, that none is inside itself, and
    /// that none is nested too deeply.
    ///
    /// - Throws: `invalidParams` with the path of a record.
    func checkNesting() throws(CommandError) {
        _ = try Nesting(of: "windows", called: "window", ids: windows.map(\.id.text))
        try checkContents()
        try checkPresenters()
        try checkViews()
    }

    /// Checks that no controller is in two places, such as two lists, and that no controller
    /// contains itself or is nested too deeply.
    private func checkContents() throws(CommandError) {
        var nesting = try controllerNesting()
        for window in windows {
            guard let root = window.root?.text else { continue }
            try nesting.place(root, "as root of \(window.id)")
        }
        for controller in controllers {
            let id = controller.id.text
            if let presenter = presenter(of: id) {
                try nesting.place(id, "presented by \(presenter)")
            }
            for member in ownContents(of: id) + children(of: id) {
                try nesting.place(member, "in \(id)")
            }
            for member in contents(of: id) + children(of: id) { nesting.put(member, in: id) }
        }
        try nesting.check("contains itself")
    }

    /// Checks that no controller is its own parent or presenter, directly or through other
    /// controllers, and that no controller has too many ancestors and presenters.
    private func checkPresenters() throws(CommandError) {
        var nesting = try controllerNesting()
        for controller in controllers {
            let id = controller.id.text
            guard let outer = controller.parent?.text ?? presenter(of: id) else { continue }
            nesting.put(id, in: outer)
        }
        try nesting.check("is its own parent or presenter")
    }

    private func checkViews() throws(CommandError) {
        var nesting = try Nesting(of: "views", called: "view", ids: views.map(\.id.text))
        for view in views {
            if view.controller == nil, view.superview == nil {
                try nesting.place(view.id.text, "outside of all others")
            }
            for subview in view.subviews {
                try nesting.place(subview.text, "in \(view.id)")
                nesting.put(subview.text, in: view.id.text)
            }
        }
        try nesting.check("contains itself")
    }

    private func controllerNesting() throws(CommandError) -> Nesting {
        try Nesting(of: "controllers", called: "controller", ids: controllers.map(\.id.text))
    }
}
