import FivePages
import PagerDaemon
import UIKit

// pagerd with the container in it: each controller of the kind is an object of the class.
runPagerd(
    adding: .viewController("fivePages", restoresState: true) { FivePagesViewController() })
