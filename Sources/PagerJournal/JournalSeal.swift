package import SystemCalls

/// A secret number of a journal. The first record defines it, and all later records contain it.
///
/// The bodies of records contain bytes from clients. If a record is damaged, a scan searches for
/// the next intact record, also inside the body of the damaged one. Clients do not know the seal,
/// so the scan cannot mistake a part of a body for a record.
package struct JournalSeal: Hashable, Sendable {
    package let number: UInt64

    /// The value for files that have no seal, because an older version wrote them (up to format 2).
    package static let none = JournalSeal(number: 0)

    package init(number: UInt64) { self.number = number }

    /// Returns a new seal. Its number has 51 random bits and 16 decimal digits, so that any JSON
    /// reader represents it exactly.
    package static func random() -> JournalSeal {
        JournalSeal(number: .random(in: 1 << 51..<1 << 52))
    }

    /// Reads the seal in the header of the record that begins at the byte offset `place`.
    package init(of bytes: FileBytes, at place: Int) { number = bytes.number(at: place + 16) >> 8 }
}
