import "SalePermission"

/// Takes the right of an agent that `operator` laid into the inbox.
transaction(operator: Address) {
    prepare(agent: auth(SaveValue, ClaimInboxCapability) &Account) {
        let right = agent.inbox.claim<auth(SalePermission.Fulfil) &SalePermission.Agent>(
            "\(SalePermission.label())/\(agent.address)",
            provider: operator
        ) ?? panic("claimAgent: \(operator) has laid nothing into the inbox of the signer")
        agent.storage.save(right, to: SalePermission.AgentStoragePath)
    }
}
