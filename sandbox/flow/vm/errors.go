package main

import (
	"errors"
	"fmt"

	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/interpreter"
	"github.com/onflow/cadence/runtime"
)

// A failure with the number clients of the network look for.
type codedError struct {
	code  int
	text  string
	cause error
}

func (e *codedError) Error() string {
	text := fmt.Sprintf("[Error Code: %d] %s", e.code, e.text)
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

func (e *codedError) Unwrap() error { return e.cause }

func coded(code int, format string, arguments ...any) *codedError {
	return &codedError{code: code, text: fmt.Sprintf(format, arguments...)}
}

func because(code int, cause error, format string, arguments ...any) *codedError {
	return &codedError{code: code, text: fmt.Sprintf(format, arguments...), cause: cause}
}

// The engine wraps what the host returns; a limit or a missing account keeps its own number at the front.
func fromEngine(err error) *codedError {
	var inner *codedError
	if errors.As(err, &inner) {
		switch inner.code {
		case codeEventLimit, codeComputationLimit:
			return inner
		}
	}
	return because(codeRuntime, withShortTrace(err), "cadence runtime error")
}

const printedCalls = 16

// Endless recursion leaves thousands of calls, and the engine prints the source line of each.
func withShortTrace(err error) error {
	top, isTop := err.(runtime.Error)
	if !isTop {
		return err
	}
	inner, isInner := top.Err.(interpreter.Error)
	if excess := len(inner.StackTrace) - printedCalls; isInner && excess > 0 {
		inner.StackTrace = inner.StackTrace[excess:]
		top.Err = inner
	}
	return top
}

const (
	codeProposalSignature = 1006
	codeSequenceNumber    = 1007
	codePayloadSignature  = 1008
	codeEnvelopeSignature = 1009
	codeInvalidArgument   = 1052
	codeAuthorization     = 1055
	codeRuntime           = 1101
	codeStorageCapacity   = 1103
	codeEventLimit        = 1105
	codeComputationLimit  = 1110
	codeAccountNotFound   = 1201
	codeKeyNotFound       = 1202
)

func accountNotFound(address common.Address) *codedError {
	return coded(codeAccountNotFound, "account not found for address %s", hexOf(address))
}

func keyNotFound(address common.Address, index uint32) *codedError {
	return coded(codeKeyNotFound, "account public key not found for address %s and key index %d", hexOf(address), index)
}
