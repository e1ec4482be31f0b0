internal import PagerModel

extension LiveState {
    /// A copy of this state without alarms. An alarm is a page that covers the book's pages for a
    /// while and is not part of the book.
    ///
    /// `pagerctl alarm` puts `"alarm": true` into the content of each alarm. O(number of
    /// controllers and views).
    public var withoutAlarms: LiveState {
        let alarms = TextSet(
            controllers.filter { $0.options.content?["alarm"] == true }.map(\.id.text))
        if alarms.isEmpty { return self }
        var others = try? LiveState(
            windows: windows, controllers: controllers.filter { !alarms.contains($0.id.text) },
            styles: styles, views: views.filter { !alarms.contains($0.id.text) },
            presentations: presentations.values.filter { !alarms.contains($0.id.text) },
            vocabulary: vocabulary)
        others?.omissions = omissions
        // If the state is valid, it is also valid without its alarms, so this does not fail.
        return others ?? self
    }
}
