// Command standard prints the standard contracts of the network as JSON, in the order of deployment, taken from the
// modules that publish them. It runs at build time only: those modules bring libraries the engine does not need.
package main

import (
	"encoding/json"
	"os"

	fungible "github.com/onflow/flow-ft/lib/go/contracts"
	nonfungible "github.com/onflow/flow-nft/lib/go/contracts"
)

const (
	service = "f8d6e0586b0a20c7"
	token   = "ee82856bf20e2aa6"
)

type contract struct {
	Address string `json:"address"`
	Name    string `json:"name"`
	Code    string `json:"code"`
}

func main() {
	contracts := []contract{
		{service, "ViewResolver", string(nonfungible.ViewResolver())},
		{service, "Burner", string(fungible.Burner())},
		{token, "FungibleToken", string(fungible.FungibleToken(service, service))},
		{service, "NonFungibleToken", string(nonfungible.NonFungibleToken(service))},
		{service, "MetadataViews", string(nonfungible.MetadataViews(token, service, service))},
		{token, "FungibleTokenMetadataViews", string(fungible.FungibleTokenMetadataViews(token, service, service))},
		{token, "FungibleTokenSwitchboard", string(fungible.FungibleTokenSwitchboard(token))},
	}
	if err := json.NewEncoder(os.Stdout).Encode(contracts); err != nil {
		panic(err)
	}
}
