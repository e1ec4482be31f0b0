package import SystemCalls

/// A secret number of one journal, in each of its records but the first, which tells it.
///
/// The bodies of records hold bytes that peers have chosen. Where a record is damaged, the next whole
/// one is searched for from there on, also in that body. No peer knows the seal, so that nothing in
/// a body is taken for a record.
package struct JournalSeal: Hashable, Sendable {
    package let number: UInt64

    /// The seal of files that have none, as pagerd wrote them up to format 2.
    package static let none = JournalSeal(number: 0)

    package init(number: UInt64) { self.number = number }

    /// A new one: 51 random bits, always 16 digits, which any reader of JSON can hold.
    package static func random() -> JournalSeal {
        JournalSeal(number: .random(in: 1 << 51..<1 << 52))
    }

    /// The seal in the header of a record.
    package init(of bytes: FileBytes, at place: Int) { number = bytes.number(at: place + 16) >> 8 }
}
