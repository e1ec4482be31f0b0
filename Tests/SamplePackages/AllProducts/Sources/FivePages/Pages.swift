import UIKit

/// A page with a title and a background colour.
public class PageViewController: UIViewController {
    private let color: UIColor

    init(_ title: String, _ color: UIColor) {
        self.color = color
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    public required init?(coder: NSCoder) {
        fatalError("pages are made in code")
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = color
    }
}

public final class FirstPage: PageViewController {
    public convenience init() { self.init("First", .systemYellow) }
}

public final class SecondPage: PageViewController {
    public convenience init() { self.init("Second", .systemTeal) }
}

public final class ThirdPage: PageViewController {
    public convenience init() { self.init("Third", .systemPink) }
}

public final class FourthPage: PageViewController {
    public convenience init() { self.init("Fourth", .systemGreen) }
}

public final class FifthPage: PageViewController {
    public convenience init() { self.init("Fifth", .systemOrange) }
}
