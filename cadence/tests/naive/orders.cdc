import "NaivePermission"

/// The ids of all orders.
access(all) fun main(): [String] {
    let ids: [String] = []
    for order in NaivePermission.orders {
        ids.append(order.orderId)
    }
    return ids
}
