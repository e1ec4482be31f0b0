/// The position of a page or tab in its list, as readable text.
struct ListPlace {
    let index: Int
    let count: Int

    /// The position counted from 1, and the index counted from 0 that commands expect: `2 of 5,
    /// index 1`.
    var text: String {
        // The index can come from a daemon of another version, so it may be any integer.
        let (number, overflows) = index.addingReportingOverflow(1)
        return "\(overflows ? index : number) of \(count), index \(index)"
    }
}
