/// The mark of the controllers of an alarm, a page that `pagerctl alarm` shows over all others.
package enum AlarmMark {
    /// The beginning of their ids. Content alone is no mark, because a book and each plugin may
    /// have any.
    package static let prefix = "alarm-"
    /// A member of their content.
    package static let member = Value.Member("alarm", true)

    package static func isAlarm(id: String?, content: Value?) -> Bool {
        id?.hasPrefix(prefix) == true && content?[member.name] == member.value
    }
}
