import "NaivePermission"

transaction(orderId: String) {
    prepare(anyone: &Account) {
        NaivePermission.cancel(orderId: orderId)
    }
}
