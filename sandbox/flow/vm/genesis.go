package main

import (
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/runtime"
)

// Written by the build from the modules that publish the contracts; see the standard folder.
//
//go:embed standard.json
var standardContracts []byte

type genesisRequest struct {
	PublicKey          string            `json:"publicKey"`
	SignatureAlgorithm string            `json:"signatureAlgorithm"`
	HashAlgorithm      string            `json:"hashAlgorithm"`
	Contracts          map[string]string `json:"contracts"`
	Block              blockRecord       `json:"block"`
}

type contractSource struct {
	Address string `json:"address"`
	Name    string `json:"name"`
	Code    string `json:"code"`
}

// Accounts 3 and 4 hold the network's own token and fees on the public emulator. They stay empty here, so that the
// accounts made later get the addresses they would get there.
const genesisAccounts = 4

// Creates the service account and deploys the standard contracts where the public emulator has them.
func (m *machine) genesis(request genesisRequest) (registers, error) {
	over := newOverlay(m.ledger.read)
	created := accounts{over}
	for range genesisAccounts {
		created.create()
	}
	service := addressOf(1)
	created.addKey(service, accountKey{
		public:    fromHex(request.PublicKey),
		signature: signatureAlgorithmNamed(request.SignatureAlgorithm),
		hash:      hashAlgorithmNamed(request.HashAlgorithm),
		weight:    fullWeight,
	})
	var standard []contractSource
	if err := json.Unmarshal(standardContracts, &standard); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(request.Contracts)) {
		standard = append(standard, contractSource{hexOf(service), name, request.Contracts[name]})
	}
	for _, source := range standard {
		if err := m.deploy(over, request.Block, source); err != nil {
			return nil, fmt.Errorf("deploying %s: %w", source.Name, err)
		}
	}
	if err := created.settleStorageUsed(); err != nil {
		return nil, err
	}
	m.ledger.apply(request.Block.Height, over.writes)
	return over.writes, nil
}

func (m *machine) deploy(over *overlay, block blockRecord, source contractSource) error {
	h := m.newHost(over, m.cache, block, []byte(source.Name))
	h.signers = []common.Address{addressFrom(source.Address)}
	script := fmt.Sprintf(
		`transaction { prepare(a: auth(AddContract) &Account) { a.contracts.add(name: "%s", code: "%s".decodeHex()) } }`,
		source.Name, hex.EncodeToString([]byte(source.Code)))
	var location common.TransactionLocation
	copy(location[:], source.Name)
	return guarded(func() error {
		return m.runtime.ExecuteTransaction(
			runtime.Script{Source: []byte(script)},
			runtime.Context{Interface: h, Location: location, Environment: m.transaction},
		)
	})
}
