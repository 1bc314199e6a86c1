package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/onflow/atree"
	"go.opentelemetry.io/otel/attribute"

	"github.com/onflow/cadence"
	"github.com/onflow/cadence/ast"
	"github.com/onflow/cadence/common"
	jsoncdc "github.com/onflow/cadence/encoding/json"
	"github.com/onflow/cadence/interpreter"
	"github.com/onflow/cadence/runtime"
	"github.com/onflow/cadence/sema"
	"github.com/onflow/cadence/stdlib"
)

const eventByteLimit = 256_000

type eventRecord struct {
	Type    string `json:"type"`
	Payload string `json:"payload"`
}

type blockRecord struct {
	Height    uint64 `json:"height"`
	ID        string `json:"id"`
	Timestamp int64  `json:"timestamp"`
}

// What the Cadence engine asks of its surroundings during one execution.
type host struct {
	accounts
	programs   *programs
	signers    []common.Address
	block      blockRecord
	blockAt    func(height uint64) (blockRecord, bool)
	random     *randomSource
	events     []eventRecord
	eventBytes int
	changed    map[common.AddressLocation]bool
}

var _ runtime.Interface = &host{}

func (h *host) ResolveLocation(identifiers []ast.Identifier, location common.Location) ([]sema.ResolvedLocation, error) {
	address, ok := location.(common.AddressLocation)
	if !ok {
		return []sema.ResolvedLocation{{Location: location, Identifiers: identifiers}}, nil
	}
	if len(identifiers) == 0 {
		if address.Name != "" {
			return []sema.ResolvedLocation{{Location: location}}, nil
		}
		for _, name := range h.contractNames(address.Address) {
			identifiers = append(identifiers, ast.Identifier{Identifier: name})
		}
		if len(identifiers) == 0 {
			return nil, fmt.Errorf("no contracts at %s", address.Address.ShortHexWithPrefix())
		}
	}
	resolved := make([]sema.ResolvedLocation, len(identifiers))
	for i := range identifiers {
		resolved[i] = sema.ResolvedLocation{
			Location:    common.AddressLocation{Address: address.Address, Name: identifiers[i].Identifier},
			Identifiers: identifiers[i : i+1],
		}
	}
	return resolved, nil
}

func (h *host) GetCode(location common.Location) ([]byte, error) {
	if address, ok := location.(common.AddressLocation); ok {
		return h.code(address), nil
	}
	return nil, nil
}

func (h *host) GetOrLoadProgram(location common.Location, load func() (*runtime.Program, error)) (*runtime.Program, error) {
	return h.programs.getOrLoad(location, load)
}

func (h *host) GetValue(owner, key []byte) ([]byte, error) {
	return h.get(string(owner) + string(key)), nil
}

func (h *host) SetValue(owner, key, value []byte) error {
	h.set(string(owner)+string(key), value)
	return nil
}

func (h *host) ValueExists(owner, key []byte) (bool, error) {
	return h.get(string(owner)+string(key)) != nil, nil
}

func (h *host) AllocateSlabIndex(owner []byte) (atree.SlabIndex, error) {
	register := string(owner) + registerSlab
	next := h.number(register) + 1
	h.setNumber(register, next)
	var index atree.SlabIndex
	binary.BigEndian.PutUint64(index[:], next)
	return index, nil
}

func (h *host) CreateAccount(common.Address) (common.Address, error) { return h.create(), nil }

func (h *host) AddAccountKey(address common.Address, key *stdlib.PublicKey, hash sema.HashAlgorithm, weight int) (*stdlib.AccountKey, error) {
	if !h.exists(address) {
		return nil, accountNotFound(address)
	}
	if hash != sema.HashAlgorithmSHA2_256 && hash != sema.HashAlgorithmSHA3_256 {
		return nil, fmt.Errorf("hash algorithm %s cannot be used for an account key", hash.Name())
	}
	if weight < 0 || weight > fullWeight {
		return nil, fmt.Errorf("key weight %d is not between 0 and %d", weight, fullWeight)
	}
	if err := checkPublicKey(key.PublicKey, key.SignAlgo); err != nil {
		return nil, err
	}
	index := h.addKey(address, accountKey{public: key.PublicKey, signature: key.SignAlgo, hash: hash, weight: weight})
	return h.GetAccountKey(address, index)
}

func (h *host) GetAccountKey(address common.Address, index uint32) (*stdlib.AccountKey, error) {
	key, found := h.key(address, index)
	if !found {
		return nil, nil
	}
	return &stdlib.AccountKey{
		KeyIndex:  index,
		PublicKey: &stdlib.PublicKey{PublicKey: key.public, SignAlgo: key.signature},
		HashAlgo:  key.hash,
		Weight:    key.weight,
		IsRevoked: key.revoked,
	}, nil
}

func (h *host) AccountKeysCount(address common.Address) (uint32, error) {
	return h.keyCount(address), nil
}

func (h *host) RevokeAccountKey(address common.Address, index uint32) (*stdlib.AccountKey, error) {
	key, found := h.key(address, index)
	if !found {
		return nil, nil
	}
	key.revoked = true
	h.setKey(address, index, key)
	return h.GetAccountKey(address, index)
}

func (h *host) UpdateAccountContractCode(location common.AddressLocation, code []byte) error {
	h.changed[location] = true
	h.setCode(location, code)
	return nil
}

func (h *host) GetAccountContractCode(location common.AddressLocation) ([]byte, error) {
	return h.code(location), nil
}

func (h *host) RemoveAccountContractCode(location common.AddressLocation) error {
	return h.UpdateAccountContractCode(location, nil)
}

func (h *host) GetAccountContractNames(address common.Address) ([]string, error) {
	return h.contractNames(address), nil
}

func (h *host) GetSigningAccounts() ([]common.Address, error) { return h.signers, nil }
func (h *host) ProgramLog(string) error                       { return nil }

func (h *host) EmitEvent(event cadence.Event) error {
	payload, err := jsoncdc.Encode(event)
	if err != nil {
		return err
	}
	h.eventBytes += len(payload)
	if h.eventBytes > eventByteLimit {
		return coded(codeEventLimit, "event byte size limit exceeded (used: %d, limit: %d)", h.eventBytes, eventByteLimit)
	}
	h.events = append(h.events, eventRecord{Type: event.EventType.ID(), Payload: string(payload)})
	return nil
}

func (h *host) GenerateUUID() (uint64, error) {
	id := h.number(owned(nobody, registerUUID))
	h.setNumber(owned(nobody, registerUUID), id+1)
	return id, nil
}

// Capability controllers are named by these numbers, so they must never come twice for one account.
func (h *host) GenerateAccountID(address common.Address) (uint64, error) {
	id := h.number(owned(address, registerLocalID)) + 1
	h.setNumber(owned(address, registerLocalID), id)
	return id, nil
}

func (h *host) DecodeArgument(argument []byte, _ cadence.Type) (cadence.Value, error) {
	value, err := jsoncdc.Decode(nil, argument)
	if err != nil {
		return nil, because(codeInvalidArgument, err, "argument is not json decodable")
	}
	return value, nil
}

func (h *host) GetCurrentBlockHeight() (uint64, error) { return h.block.Height, nil }

func (h *host) GetBlockAtHeight(height uint64) (stdlib.Block, bool, error) {
	record, found := h.block, height == h.block.Height
	if !found && height < h.block.Height {
		record, found = h.blockAt(height)
	}
	if !found {
		return stdlib.Block{}, false, nil
	}
	block := stdlib.Block{Height: record.Height, View: record.Height, Timestamp: record.Timestamp * int64(time.Millisecond)}
	copy(block.Hash[:], fromHex(record.ID))
	return block, true, nil
}

func (h *host) ReadRandom(buffer []byte) error {
	h.random.read(buffer)
	return nil
}

func (h *host) VerifySignature(signature []byte, tag string, data []byte, key []byte, algorithm sema.SignatureAlgorithm, hash sema.HashAlgorithm) (bool, error) {
	hashed, err := digest(data, tag, hash)
	if err != nil {
		return false, err
	}
	return verify(signature, hashed, key, algorithm)
}

func (h *host) Hash(data []byte, tag string, algorithm sema.HashAlgorithm) ([]byte, error) {
	return digest(data, tag, algorithm)
}

func (h *host) ValidatePublicKey(key *stdlib.PublicKey) error {
	return checkPublicKey(key.PublicKey, key.SignAlgo)
}

func (h *host) GetAccountBalance(common.Address) (uint64, error) { return constantBalance, nil }
func (h *host) GetAccountAvailableBalance(common.Address) (uint64, error) {
	return constantBalance, nil
}
func (h *host) GetStorageUsed(address common.Address) (uint64, error) {
	return h.storageUsed(address), nil
}
func (h *host) GetStorageCapacity(common.Address) (uint64, error) { return constantCapacity, nil }
func (h *host) ImplementationDebugLog(string) error               { return nil }
func (h *host) MinimumRequiredVersion() (string, error)           { return "", nil }

func (h *host) RecordTrace(string, time.Duration, []attribute.KeyValue) {}

func (h *host) RecoverProgram(*ast.Program, common.Location) ([]byte, error) { return nil, nil }

func (h *host) ResourceOwnerChanged(*interpreter.Interpreter, *interpreter.CompositeValue, common.Address, common.Address) {
}

func (h *host) ValidateAccountCapabilitiesGet(interpreter.AccountCapabilityGetValidationContext, interpreter.AddressValue, interpreter.PathValue, *sema.ReferenceType, *sema.ReferenceType) (bool, error) {
	return true, nil
}

func (h *host) ValidateAccountCapabilitiesPublish(interpreter.AccountCapabilityPublishValidationContext, interpreter.AddressValue, interpreter.PathValue, *interpreter.ReferenceStaticType) (bool, error) {
	return true, nil
}

var errNoBLS = errors.New("BLS is not available on this network")

func (h *host) BLSVerifyPOP(*stdlib.PublicKey, []byte) (bool, error) { return false, errNoBLS }
func (h *host) BLSAggregateSignatures([][]byte) ([]byte, error)      { return nil, errNoBLS }
func (h *host) BLSAggregatePublicKeys([]*stdlib.PublicKey) (*stdlib.PublicKey, error) {
	return nil, errNoBLS
}
