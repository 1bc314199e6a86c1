package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"fmt"
	"hash"
	"math/big"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	secpecdsa "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/onflow/cadence/sema"
	legacy "golang.org/x/crypto/sha3"
)

const tagLength = 32

func hasherFor(algorithm sema.HashAlgorithm) (hash.Hash, error) {
	switch algorithm {
	case sema.HashAlgorithmSHA2_256:
		return sha256.New(), nil
	case sema.HashAlgorithmSHA2_384:
		return sha512.New384(), nil
	case sema.HashAlgorithmSHA3_256:
		return sha3.New256(), nil
	case sema.HashAlgorithmSHA3_384:
		return sha3.New384(), nil
	case sema.HashAlgorithmKECCAK_256:
		return legacy.NewLegacyKeccak256(), nil
	}
	return nil, fmt.Errorf("hash algorithm %s is not available on this network", algorithm.Name())
}

// A tag is put before the data, padded with zeros to 32 bytes; without a tag the data stands alone.
func digest(data []byte, tag string, algorithm sema.HashAlgorithm) ([]byte, error) {
	hasher, err := hasherFor(algorithm)
	if err != nil {
		return nil, err
	}
	if len(tag) > tagLength {
		return nil, fmt.Errorf("tag %q is longer than %d bytes", tag, tagLength)
	}
	if tag != "" {
		padded := make([]byte, tagLength)
		copy(padded, tag)
		hasher.Write(padded)
	}
	hasher.Write(data)
	return hasher.Sum(nil), nil
}

// Public keys are the two coordinates, 32 bytes each, without the leading 4 of the usual encoding.
func uncompressed(key []byte) ([]byte, error) {
	if len(key) != 64 {
		return nil, fmt.Errorf("a public key has 64 bytes, not %d", len(key))
	}
	return append([]byte{4}, key...), nil
}

func checkPublicKey(key []byte, algorithm sema.SignatureAlgorithm) error {
	point, err := uncompressed(key)
	if err != nil {
		return err
	}
	switch algorithm {
	case sema.SignatureAlgorithmECDSA_P256:
		_, err = ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	case sema.SignatureAlgorithmECDSA_secp256k1:
		_, err = secp256k1.ParsePubKey(point)
	default:
		err = fmt.Errorf("signature algorithm %s is not available on this network", algorithm.Name())
	}
	return err
}

func verify(signature []byte, hashed []byte, key []byte, algorithm sema.SignatureAlgorithm) (bool, error) {
	if len(signature) != 64 {
		return false, nil
	}
	point, err := uncompressed(key)
	if err != nil {
		return false, err
	}
	switch algorithm {
	case sema.SignatureAlgorithmECDSA_P256:
		public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
		if err != nil {
			return false, err
		}
		r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
		return ecdsa.Verify(public, hashed, r, s), nil
	case sema.SignatureAlgorithmECDSA_secp256k1:
		public, err := secp256k1.ParsePubKey(point)
		if err != nil {
			return false, err
		}
		var r, s secp256k1.ModNScalar
		if r.SetByteSlice(signature[:32]) || s.SetByteSlice(signature[32:]) {
			return false, nil
		}
		return secpecdsa.NewSignature(&r, &s).Verify(hashed, public), nil
	}
	return false, fmt.Errorf("signature algorithm %s is not available on this network", algorithm.Name())
}
