import PagerClient
import PagerModel
import PagerWire

// Asks the daemon in the environment for its identity, and subscribes to its events.
let address = try Address.resolve()
var requester = try Requester(address.command)
let reply = try requester.send(ServerHello())
print(reply.result["name"]?.string ?? "a daemon without a name")
let subscription = try Subscription.open(address, topics: ["pager."])
print("listening at event \(subscription.seq)")
