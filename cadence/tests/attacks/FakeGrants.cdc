/// Something that looks like grants. Tests only.
access(all) contract FakeGrants {
    access(all) resource Grants {
        access(all) fun fulfil(agent: AnyStruct, orderId: String, orderHash: String, buyer: Address, paymentRef: String) {}
        access(all) view fun getOrderIds(): [String] { return ["fake"] }
    }

    access(all) fun createGrants(): @Grants {
        return <-create Grants()
    }
}
