import Containment
import PagerModel

/// With a number: only so many page switches, for counting instructions. With a word: only what is
/// written and read.

if CommandLine.arguments.last == "archives" {
    try printArchives(controllers: 100_000)
} else if CommandLine.arguments.count > 1 {
    let result = try pageSwitch(10, Int(CommandLine.arguments[1]) ?? 1)
    print("page switch: \(Int(result.time)) ns")
} else {
    let rounds = 20_000
    print(Switch.heading)
    for members in [10, 1_000, 1_000_000] { print(try pageSwitch(members, rounds).row) }
    for members in [10, 1_000, 100_000] { print(try tabSwitch(members, rounds).row) }
    for members in [10, 1_000, 100_000] { print(try push(members, rounds).row) }
    for style in [PageStyle.scroll, .curl] { print(try pageSet(style, rounds).row) }
    print(try displayMode(rounds).row)
    for members in [10, 1_000, 100_000] { print(try presentation(members, rounds).row) }
    print(try fromTo(rounds).row)
    print("")
    try printScale(controllers: 100_000)
    try printArchives(controllers: 100_000)
}
