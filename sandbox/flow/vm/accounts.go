package main

import (
	"encoding/binary"
	"strings"

	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/sema"
)

// Names of the registers the host keeps beside those of the engine. The zero byte keeps them apart.
const (
	registerExists    = "\x00exists"
	registerKeyCount  = "\x00keys"
	registerKey       = "\x00key/"
	registerSequence  = "\x00sequence/"
	registerContracts = "\x00contracts"
	registerCode      = "\x00code/"
	registerLocalID   = "\x00id"
	registerSlab      = "\x00slab"
	registerUsed      = "\x00used"
	registerAccounts  = "\x00accounts"
	registerUUID      = "\x00uuid"
)

const (
	constantBalance  = uint64(1_000_000_00000000)
	constantCapacity = uint64(100_000_000_000_000)
	fullWeight       = 1000
)

type accountKey struct {
	public    []byte
	signature sema.SignatureAlgorithm
	hash      sema.HashAlgorithm
	weight    int
	revoked   bool
}

// Accounts are a view of the registers; nothing is kept outside them.
type accounts struct{ *overlay }

func owned(address common.Address, name string) string { return string(address[:]) + name }

func indexed(address common.Address, name string, index uint32) string {
	return owned(address, name) + string(binary.BigEndian.AppendUint32(nil, index))
}

var nobody common.Address

func (a accounts) exists(address common.Address) bool {
	return a.get(owned(address, registerExists)) != nil
}

func (a accounts) create() common.Address {
	index := a.number(owned(nobody, registerAccounts)) + 1
	a.setNumber(owned(nobody, registerAccounts), index)
	address := addressOf(index)
	a.set(owned(address, registerExists), []byte{1})
	return address
}

func (a accounts) keyCount(address common.Address) uint32 {
	return uint32(a.number(owned(address, registerKeyCount)))
}

func (a accounts) addKey(address common.Address, key accountKey) uint32 {
	index := a.keyCount(address)
	a.setKey(address, index, key)
	a.setNumber(owned(address, registerKeyCount), uint64(index)+1)
	return index
}

func (a accounts) setKey(address common.Address, index uint32, key accountKey) {
	revoked := byte(0)
	if key.revoked {
		revoked = 1
	}
	value := []byte{byte(key.signature), byte(key.hash), revoked}
	value = binary.BigEndian.AppendUint16(value, uint16(key.weight))
	a.set(indexed(address, registerKey, index), append(value, key.public...))
}

func (a accounts) key(address common.Address, index uint32) (accountKey, bool) {
	value := a.get(indexed(address, registerKey, index))
	if len(value) < 5 {
		return accountKey{}, false
	}
	return accountKey{
		signature: sema.SignatureAlgorithm(value[0]),
		hash:      sema.HashAlgorithm(value[1]),
		revoked:   value[2] == 1,
		weight:    int(binary.BigEndian.Uint16(value[3:5])),
		public:    value[5:],
	}, true
}

func (a accounts) sequenceNumber(address common.Address, index uint32) uint64 {
	return a.number(indexed(address, registerSequence, index))
}

func (a accounts) raiseSequenceNumber(address common.Address, index uint32) {
	a.setNumber(indexed(address, registerSequence, index), a.sequenceNumber(address, index)+1)
}

func (a accounts) contractNames(address common.Address) []string {
	value := a.get(owned(address, registerContracts))
	if len(value) == 0 {
		return []string{}
	}
	return strings.Split(string(value), "\n")
}

func (a accounts) code(location common.AddressLocation) []byte {
	return a.get(owned(location.Address, registerCode+location.Name))
}

// Contract names stay sorted, so that the list does not tell the order of deployment.
func (a accounts) setCode(location common.AddressLocation, code []byte) {
	names := []string{}
	placed := len(code) == 0
	for _, name := range a.contractNames(location.Address) {
		if name == location.Name {
			continue
		}
		if !placed && location.Name < name {
			names, placed = append(names, location.Name), true
		}
		names = append(names, name)
	}
	if !placed {
		names = append(names, location.Name)
	}
	a.set(owned(location.Address, registerContracts), []byte(strings.Join(names, "\n")))
	a.set(owned(location.Address, registerCode+location.Name), code)
}

// Storage use is the bytes of names and values, kept per account and corrected by what was written since.
func (a accounts) storageUsed(address common.Address) uint64 {
	used := int64(a.number(owned(address, registerUsed)))
	for key, value := range a.writes {
		if len(key) < 8 || key[:8] != string(address[:]) || key[8:] == registerUsed {
			continue
		}
		used += sizeOf(key, value) - sizeOf(key, a.base(key))
	}
	return uint64(max(used, 0))
}

func (a accounts) settleStorageUsed() error {
	touched := map[common.Address]bool{}
	for key := range a.writes {
		var address common.Address
		copy(address[:], key)
		touched[address] = true
	}
	for address := range touched {
		if address == nobody {
			continue
		}
		used := a.storageUsed(address)
		if used > constantCapacity {
			return coded(codeStorageCapacity,
				"the account with address (%s) uses %d bytes of storage, above its capacity of %d bytes",
				hexOf(address), used, constantCapacity)
		}
		a.setNumber(owned(address, registerUsed), used)
	}
	return nil
}

func sizeOf(key string, value []byte) int64 {
	if value == nil {
		return 0
	}
	return int64(len(key) + len(value))
}
