internal import PagerModel

extension LiveState {
    /// Returns the state as a book in YAML.
    package func book(leavingOut refusals: BookRefusals) -> String {
        YAMLWriter.text(of: BookWriter(running: self, leavingOut: refusals).book())
    }

    /// A sentence for each part of the state that no book can describe, and that a new daemon's
    /// records do not show.
    package var losses: [String] { omissions + BookWriter(running: self).omissions }
}
