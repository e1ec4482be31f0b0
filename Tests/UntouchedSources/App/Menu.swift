// swift-format-ignore-file

import Foundation

@objc protocol MenuDelegate {
    @objc optional func menu(_ menu: MenuController, canShow index: Int) -> Bool
    @objc optional func menuDidShow(_ menu: MenuController)
    func menuName() -> String
}

@IBDesignable @objcMembers
class MenuController: UIViewController {
    weak var delegate: MenuDelegate?
    @IBOutlet private weak var button: UIButton!
    @IBInspectable dynamic var index: Int = 0
    var log: [String] = []
    var done: ((Bool) -> Void)?

    override func viewDidLoad() {
        super.viewDidLoad()
        let button = UIButton()
        view.addSubview(button)
        self.button = button
        button.addTarget(self, action: #selector(tapped(_:)), for: .touchUpInside)
    }

    @objc private func tapped(_ sender: UIButton) {
        guard delegate?.menu?(self, canShow: index) ?? true else { return }
        log.append("tapped")
        delegate?.menuDidShow?(self)
        self.done?(true)
    }
}
