import PagerClient
import PagerModel

// Turns a page of the pager `book`, and prints the events of this pager until the page has settled.
let address = try Address.resolve()
var subscription = try Subscription.open(address, topics: ["pager.book."])
var requester = try Requester(address.command)
let turn = try requester.send(PagerNext { $0.id = "book" })
print(turn.transition ?? "nothing moved")
while let event = try subscription.nextEvent(timeout: 10) {
    print(event.topic, event.value["page"]?.string ?? "")
    if event.topic == "pager.book.didSettle" { break }
}
