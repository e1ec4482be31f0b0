import Containment
import PagerModel

/// Measures the engine. A number as the argument runs only this number of page changes, to count
/// instructions. `archives` measures only archives. `all ROUNDS LARGEST` measures everything, with
/// ROUNDS changes in a block and at most LARGEST members.

let words = CommandLine.arguments.dropFirst()
if words.first == "archives" {
    try printArchives(controllers: 100_000)
} else if words.count == 1, let rounds = Int(words.first ?? "") {
    let result = try pageSwitch(10, rounds)
    print("page switch: \(Int(result.time)) ns")
} else {
    let numbers = words.dropFirst().compactMap { Int($0) }
    try printAll(rounds: numbers.first ?? 20_000, largest: numbers.last ?? 100_000)
}

func printAll(rounds: Int, largest: Int) throws {
    func sizes(to most: Int) -> [Int] { [10, 1_000, most].filter { $0 <= largest } }
    print(Switch.heading)
    for members in sizes(to: 100_000) { print(try pageSwitch(members, rounds).row) }
    for members in sizes(to: 10_000) { print(try tabSwitch(members, rounds).row) }
    for members in sizes(to: 10_000) { print(try push(members, rounds).row) }
    for style in [PageStyle.scroll, .curl] { print(try pageSet(style, rounds).row) }
    print(try displayMode(rounds).row)
    for members in sizes(to: 10_000) { print(try presentation(members, rounds).row) }
    print(try fromTo(rounds).row)
    print("")
    try printScale(controllers: min(10_000, largest))
    try printArchives(controllers: min(100_000, largest))
}
