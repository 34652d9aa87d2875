import GardenCore

/// The verifications of a virtual machine: they take no time.
final class SimulatedVerification: SimulatedPart {
    private weak var engine: Engine?

    func begin(on machine: VirtualMachine, _ engine: Engine) { self.engine = engine }

    var needs: [NeedHandler] {
        [
            NeedHandler(VerificationNeed.self) { [unowned self] need, end in
                guard let store = engine?.store else { preconditionFailure("a verification without a daemon") }
                end(Result { () throws(StoreError) in try store.verification(of: need.state) })
            }
        ]
    }
}
