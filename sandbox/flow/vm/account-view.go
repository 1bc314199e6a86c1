package main

import (
	"encoding/hex"

	"github.com/onflow/cadence/common"
)

type keyView struct {
	PublicKey          string `json:"publicKey"`
	SignatureAlgorithm string `json:"signatureAlgorithm"`
	HashAlgorithm      string `json:"hashAlgorithm"`
	Weight             int    `json:"weight"`
	SequenceNumber     uint64 `json:"sequenceNumber"`
	Revoked            bool   `json:"revoked"`
}

type accountView struct {
	Exists    bool              `json:"exists"`
	Valid     bool              `json:"valid"`
	Kept      bool              `json:"kept"`
	Balance   uint64            `json:"balance"`
	Keys      []keyView         `json:"keys"`
	Contracts map[string]string `json:"contracts"`
}

// An account as it was after the given block. `Kept` is false when that block's registers are gone.
func (m *machine) account(text string, height uint64) accountView {
	address := addressFrom(text)
	read := m.ledger.readerAt(height)
	view := accountView{Valid: isValidAddress(address), Kept: read != nil, Keys: []keyView{}, Contracts: map[string]string{}}
	if read == nil {
		return view
	}
	a := accounts{newOverlay(read)}
	view.Exists = a.exists(address)
	if !view.Exists {
		return view
	}
	view.Balance = constantBalance
	for index := range a.keyCount(address) {
		key, _ := a.key(address, index)
		view.Keys = append(view.Keys, keyView{
			PublicKey:          hex.EncodeToString(key.public),
			SignatureAlgorithm: key.signature.Name(),
			HashAlgorithm:      key.hash.Name(),
			Weight:             key.weight,
			SequenceNumber:     a.sequenceNumber(address, index),
			Revoked:            key.revoked,
		})
	}
	for _, name := range a.contractNames(address) {
		view.Contracts[name] = string(a.code(common.AddressLocation{Address: address, Name: name}))
	}
	return view
}
