package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/onflow/cadence/common"
	jsoncdc "github.com/onflow/cadence/encoding/json"
	"github.com/onflow/cadence/runtime"
	"github.com/onflow/cadence/sema"
)

// One unit each, as the public network's defaults; everything else is free.
type computationMeter struct {
	used  uint64
	limit uint64
}

func (m *computationMeter) MeterComputation(usage common.ComputationUsage) error {
	switch usage.Kind {
	case common.ComputationKindStatement, common.ComputationKindLoop, common.ComputationKindFunctionInvocation:
		m.used += usage.Intensity
		if m.used > m.limit {
			return coded(codeComputationLimit, "computation limit exceeded (used: %d, limit: %d)", m.used, m.limit)
		}
	}
	return nil
}

// Random bytes follow from the seed alone, so a replay of the same block draws the same ones.
type randomSource struct {
	seed  [32]byte
	drawn uint64
}

func (r *randomSource) read(buffer []byte) {
	for len(buffer) > 0 {
		chunk := sha256.Sum256(binary.BigEndian.AppendUint64(r.seed[:], r.drawn))
		r.drawn++
		buffer = buffer[copy(buffer, chunk[:]):]
	}
}

type machine struct {
	ledger      *ledger
	runtime     runtime.Runtime
	transaction runtime.Environment
	script      runtime.Environment
	cache       programCache
	blockAt     func(height uint64) (blockRecord, bool)
}

func newMachine() *machine {
	config := runtime.Config{}
	return &machine{
		ledger:      &ledger{values: registers{}},
		runtime:     runtime.NewRuntime(config),
		transaction: runtime.NewBaseInterpreterEnvironment(config),
		script:      runtime.NewScriptInterpreterEnvironment(config),
		cache:       programCache{},
		blockAt:     func(uint64) (blockRecord, bool) { return blockRecord{}, false },
	}
}

type signatureRequest struct {
	Address   string `json:"address"`
	KeyIndex  uint32 `json:"keyIndex"`
	Signature string `json:"signature"`
}

type transactionRequest struct {
	ID                 string             `json:"id"`
	Script             string             `json:"script"`
	Arguments          []string           `json:"arguments"`
	Limit              uint64             `json:"limit"`
	Proposer           string             `json:"proposer"`
	KeyIndex           uint32             `json:"keyIndex"`
	SequenceNumber     uint64             `json:"sequenceNumber"`
	Payer              string             `json:"payer"`
	Authorizers        []string           `json:"authorizers"`
	PayloadMessage     string             `json:"payloadMessage"`
	EnvelopeMessage    string             `json:"envelopeMessage"`
	PayloadSignatures  []signatureRequest `json:"payloadSignatures"`
	EnvelopeSignatures []signatureRequest `json:"envelopeSignatures"`
	Block              blockRecord        `json:"block"`
	// A failure to play instead of running the script, once the signatures and the sequence number were right.
	Fail *struct {
		Code int    `json:"code"`
		Text string `json:"text"`
	} `json:"fail"`
}

type executionResult struct {
	Value       string        `json:"value,omitempty"`
	Error       string        `json:"error,omitempty"`
	Code        int           `json:"code,omitempty"`
	Computation uint64        `json:"computation"`
	Events      []eventRecord `json:"events,omitempty"`
}

func (m *machine) newHost(over *overlay, shared programCache, block blockRecord, seed []byte) *host {
	return &host{
		accounts: accounts{over},
		programs: newPrograms(shared),
		block:    block,
		blockAt:  m.blockAt,
		random:   &randomSource{seed: sha256.Sum256(append(fromHex(block.ID), seed...))},
		changed:  map[common.AddressLocation]bool{},
	}
}

// Runs one transaction as the next block and keeps its register changes; returns them for the log.
func (m *machine) executeTransaction(request transactionRequest) (executionResult, registers) {
	kept := newOverlay(m.ledger.read)
	result := executionResult{}
	if err := checkAuthorization(accounts{kept}, request); err != nil {
		result.fail(err)
	} else if request.Fail != nil && request.Fail.Code < codeInvalidArgument {
		// Faults of signatures and sequence numbers leave the sequence number alone.
		result.fail(coded(request.Fail.Code, "%s", request.Fail.Text))
	} else if err := takeSequenceNumber(accounts{kept}, request); err != nil {
		result.fail(err)
	} else if request.Fail != nil {
		result.fail(coded(request.Fail.Code, "%s", request.Fail.Text))
	} else {
		m.runBody(request, kept, &result)
	}
	m.ledger.apply(request.Block.Height, kept.writes)
	return result, kept.writes
}

func (m *machine) runBody(request transactionRequest, kept *overlay, result *executionResult) {
	body := newOverlay(kept.get)
	id := fromHex(request.ID)
	h := m.newHost(body, m.cache, request.Block, id)
	for _, authorizer := range request.Authorizers {
		h.signers = append(h.signers, addressFrom(authorizer))
	}
	meter := &computationMeter{limit: request.Limit}
	var location common.TransactionLocation
	copy(location[:], id)
	err := guarded(func() error {
		return m.runtime.ExecuteTransaction(
			runtime.Script{Source: []byte(request.Script), Arguments: bytesOf(request.Arguments)},
			runtime.Context{Interface: h, Location: location, Environment: m.transaction, ComputationGauge: meter},
		)
	})
	result.Computation = min(meter.used, meter.limit)
	if err == nil {
		if full := h.settleStorageUsed(); full != nil {
			err = full
		}
	}
	if err != nil {
		// Programs loaded beside a change that was rolled back may have seen it.
		if len(h.changed) == 0 {
			h.programs.keep()
		}
		result.fail(err)
		return
	}
	result.Events = h.events
	if len(h.changed) > 0 {
		m.cache.forget(h.changed)
	} else {
		h.programs.keep()
	}
	body.merge(kept)
}

type scriptRequest struct {
	Script    string      `json:"script"`
	Arguments []string    `json:"arguments"`
	Limit     uint64      `json:"limit"`
	Block     blockRecord `json:"block"`
}

// Runs a script against the registers as they were after the given block; nothing it writes is kept.
func (m *machine) executeScript(request scriptRequest) executionResult {
	result := executionResult{}
	read := m.ledger.readerAt(request.Block.Height)
	if read == nil {
		result.Error = fmt.Sprintf("state at height %d is no longer kept", request.Block.Height)
		return result
	}
	shared := m.cache
	if request.Block.Height < m.ledger.height {
		shared = programCache{}
	}
	source := []byte(request.Script)
	h := m.newHost(newOverlay(read), shared, request.Block, source)
	meter := &computationMeter{limit: request.Limit}
	err := guarded(func() error {
		value, err := m.runtime.ExecuteScript(
			runtime.Script{Source: source, Arguments: bytesOf(request.Arguments)},
			runtime.Context{Interface: h, Location: common.ScriptLocation(sha256.Sum256(source)), Environment: m.script, ComputationGauge: meter},
		)
		if err != nil {
			return err
		}
		encoded, err := jsoncdc.Encode(value)
		result.Value = string(encoded)
		return err
	})
	result.Computation = min(meter.used, meter.limit)
	if err != nil {
		result.fail(err)
	}
	if len(h.changed) == 0 {
		h.programs.keep()
	}
	return result
}

func (r *executionResult) fail(err error) {
	failure, ok := err.(*codedError)
	if !ok {
		failure = fromEngine(err)
	}
	r.Code, r.Error, r.Events = failure.code, failure.Error(), nil
}

// The engine makes errors of its own panics; one that escapes must not take the network down.
func guarded(run func() error) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("engine stopped: %v", caught)
		}
	}()
	return run()
}

func addressFrom(text string) (address common.Address) {
	copy(address[:], fromHex(text))
	return address
}

func fromHex(text string) []byte {
	decoded, _ := hex.DecodeString(text)
	return decoded
}

func bytesOf(texts []string) [][]byte {
	out := make([][]byte, len(texts))
	for i, text := range texts {
		out[i] = []byte(text)
	}
	return out
}

func signatureAlgorithmNamed(name string) sema.SignatureAlgorithm {
	if name == sema.SignatureAlgorithmECDSA_secp256k1.Name() {
		return sema.SignatureAlgorithmECDSA_secp256k1
	}
	return sema.SignatureAlgorithmECDSA_P256
}

func hashAlgorithmNamed(name string) sema.HashAlgorithm {
	if name == sema.HashAlgorithmSHA2_256.Name() {
		return sema.HashAlgorithmSHA2_256
	}
	return sema.HashAlgorithmSHA3_256
}
