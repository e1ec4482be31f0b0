import Glibc
import RandomCommands

/// Runs random commands on the engine without a daemon.
///
///     simulate COMMANDS SEED [STRIDE]
///     simulate steps SEED              prints the steps of a seed, one a line
///     simulate replay < STEPS          runs these steps and checks everything after each
///     simulate compare PAGERD PAGERD COMMANDS SEED   compares the replies and events of two builds
///     simulate soak COMMANDS SEED [unbounded]   compares memory with the sum of the limits
///
/// The exit status is 1 after a failure, which is printed on the standard output. A seed that does
/// not end within seconds is a failure too.
let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.map { UInt64($0) }

/// Returns the number of a seed. Says if it may stand for other steps than these, and ends if it
/// does.
func number(of seed: Seed) -> UInt64 {
    guard let doubt = seed.doubt else { return seed.number }
    print("# \(doubt.sentence)")
    if doubt.isCertain { exit(1) }
    return seed.number
}

/// The processor time allowed for one seed in seconds; a seed normally takes some milliseconds.
let patience = 5
nonisolated(unsafe) var running: UInt64 = 0
signal(SIGVTALRM) { _ in
    print("seed \(running): a command does not come to an end; see `simulate steps \(running)`")
    fflush(nil)
    _exit(1)
}

func beginTimer() {
    var timer = itimerval()
    timer.it_value.tv_sec = patience
    setitimer(Int32(ITIMER_VIRTUAL.rawValue), &timer, nil)
}

switch arguments.first {
case "steps" where Seed(arguments.last ?? "") != nil:
    let seed = Seed(arguments.last ?? "").map(number) ?? 1
    for step in Walk.engine(stride: 1).steps(seed) { print(step) }
case "soak" where numbers.count >= 3:
    exit(
        Soak.run(
            Int(numbers[1] ?? 1_000), seed: numbers[2] ?? 1,
            isBounded: arguments.last != "unbounded"))
case "compare" where numbers.count == 5:
    exit(
        try Compare.run(
            Array(arguments[1...2]), commands: Int(numbers[3] ?? 1), seed: numbers[4] ?? 1))
case "replay":
    var steps: [Step] = []
    while let line = readLine() {
        guard let step = Step(json: Array(line.utf8)) else { continue }
        steps.append(step)
    }
    beginTimer()
    if let problem = problem(in: steps, of: Simulation()) {
        print("after \(problem.after) steps: \(problem.sentence)")
        exit(1)
    }
default:
    guard (2...3).contains(numbers.count), let commands = numbers[0], let seed = numbers[1],
        let stride = numbers.count == 3 ? numbers[2] : 37, stride > 0
    else {
        print("simulate COMMANDS SEED [STRIDE], or steps, replay, compare, soak")
        exit(64)
    }
    let tally = Tally("engine", commands: Int(commands), seed: seed)
    let problem = Walk.engine(stride: Int(stride)).run(tally) { seed in
        running = seed
        beginTimer()
    }
    tally.tell()
    if let problem {
        print(problem)
        exit(1)
    }
}
