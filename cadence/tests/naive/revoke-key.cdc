transaction(keyIndex: Int) {
    prepare(agent: auth(RevokeKey) &Account) {
        agent.keys.revoke(keyIndex: keyIndex)
    }
}
