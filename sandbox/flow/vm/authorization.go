package main

import "fmt"

func takeSequenceNumber(a accounts, request transactionRequest) error {
	proposer := addressFrom(request.Proposer)
	current := a.sequenceNumber(proposer, request.KeyIndex)
	if current != request.SequenceNumber {
		return coded(codeSequenceNumber,
			"invalid proposal key: public key %d on account %s has sequence number %d, but given %d",
			request.KeyIndex, request.Proposer, current, request.SequenceNumber)
	}
	a.raiseSequenceNumber(proposer, request.KeyIndex)
	return nil
}

// Every authorizer other than the payer signs the payload, the payer signs the envelope, each with full weight; the
// proposal key must be among the signers.
func checkAuthorization(a accounts, request transactionRequest) error {
	proposed := false
	weights := [2]map[string]int{{}, {}}
	type checked struct {
		signatureRequest
		accountKey
		message string
		failure func(cause error) *codedError
	}
	signatures := []checked{}
	seen := map[string]bool{}
	fault := func(cause error) error {
		return because(codeProposalSignature, cause,
			"invalid proposal key: public key %d on account %s does not have a valid signature", request.KeyIndex, request.Proposer)
	}
	collect := func(list []signatureRequest, group int, message string) error {
		for _, signature := range list {
			failure := func(cause error) *codedError {
				if group == 0 {
					return because(codePayloadSignature, cause, "invalid payload signature: public key %d on account %s does not have a valid signature", signature.KeyIndex, signature.Address)
				}
				return because(codeEnvelopeSignature, cause, "invalid envelope key: public key %d on account %s does not have a valid signature", signature.KeyIndex, signature.Address)
			}
			name := fmt.Sprintf("%s/%d", signature.Address, signature.KeyIndex)
			if seen[name] {
				return failure(fmt.Errorf("duplicate signatures are provided for the same key"))
			}
			seen[name] = true
			address := addressFrom(signature.Address)
			key, found := a.key(address, signature.KeyIndex)
			if !found {
				cause := keyNotFound(address, signature.KeyIndex)
				if !a.exists(address) {
					cause = accountNotFound(address)
				}
				return fault(failure(cause))
			}
			if key.revoked {
				return fault(failure(fmt.Errorf("account key has been revoked")))
			}
			weights[group][signature.Address] += key.weight
			proposed = proposed || (signature.Address == request.Proposer && signature.KeyIndex == request.KeyIndex)
			signatures = append(signatures, checked{signature, key, message, failure})
		}
		return nil
	}
	if err := collect(request.PayloadSignatures, 0, request.PayloadMessage); err != nil {
		return err
	}
	if err := collect(request.EnvelopeSignatures, 1, request.EnvelopeMessage); err != nil {
		return err
	}
	if !proposed {
		return fault(fmt.Errorf("neither the payload nor the envelope is signed by the proposal key"))
	}
	for _, authorizer := range request.Authorizers {
		if weight := weights[0][authorizer]; authorizer != request.Payer && weight < fullWeight {
			return coded(codeAuthorization, "authorization failed for account %s: authorizer account does not have sufficient signatures (%d < %d)", authorizer, weight, fullWeight)
		}
	}
	if weight := weights[1][request.Payer]; weight < fullWeight {
		return coded(codeAuthorization, "authorization failed for account %s: payer account does not have sufficient signatures (%d < %d)", request.Payer, weight, fullWeight)
	}
	for _, s := range signatures {
		hashed, err := digest(fromHex(s.message), "", s.hash)
		if err == nil {
			var valid bool
			if valid, err = verify(fromHex(s.Signature), hashed, s.public, s.signature); err == nil && !valid {
				err = fmt.Errorf("signature is not valid")
			}
		}
		if err != nil {
			return fault(s.failure(err))
		}
	}
	return nil
}
