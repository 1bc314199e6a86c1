/// A place where one account leaves a resource and another takes it. Tests only.
access(all) contract ResourceDrop {
    access(self) let left: @{String: AnyResource}

    access(all) fun leave(_ name: String, _ thing: @AnyResource) {
        self.left[name] <-! thing
    }

    access(all) fun take(_ name: String): @AnyResource {
        return <-self.left.remove(key: name)!
    }

    init() {
        self.left <- {}
    }
}
