package main

import (
	"encoding/binary"
	"encoding/hex"

	"github.com/onflow/cadence/common"
)

// Flow addresses are words of a linear code with 64 bits, 45 of them free. The generator's rows are rotations of one
// 45-bit word, each completed by 19 parity bits; the columns below give the parity of each of the 45 bits.
const (
	freeBits       = 45
	parityBits     = 19
	generatorWord  = uint64(0xe467b9dd11fa00df) >> parityBits
	emulatorOffset = uint64(0x1cb159857af02018)
)

var parityColumns = [freeBits]uint64{
	0x7328d, 0x6689a, 0x6112f, 0x6084b, 0x433fd, 0x42aab, 0x41951, 0x233ce, 0x22a81,
	0x21948, 0x1ef60, 0x1deca, 0x1c639, 0x1bdd8, 0x1a535, 0x194ac, 0x18c46, 0x1632b,
	0x1529b, 0x14a43, 0x13184, 0x12942, 0x118c1, 0x0f812, 0x0e027, 0x0d00e, 0x0c83c,
	0x0b01d, 0x0a831, 0x0982b, 0x07034, 0x0682a, 0x05819, 0x03807, 0x007d2, 0x00727,
	0x0068e, 0x0067c, 0x0059d, 0x004eb, 0x003b4, 0x0036a, 0x002d9, 0x001c7, 0x0003f,
}

func withParity(word uint64) uint64 {
	parity := uint64(0)
	for bit, column := range parityColumns {
		if word>>bit&1 == 1 {
			parity ^= column
		}
	}
	return word<<parityBits | parity
}

// The address of the account with this number; the service account is number 1.
func addressOf(index uint64) common.Address {
	code := uint64(0)
	row := generatorWord
	for ; index > 0; index >>= 1 {
		if index&1 == 1 {
			code ^= withParity(row)
		}
		row = row>>1 | (row&1)<<(freeBits-1)
	}
	var address common.Address
	binary.BigEndian.PutUint64(address[:], code^emulatorOffset)
	return address
}

func isValidAddress(address common.Address) bool {
	code := binary.BigEndian.Uint64(address[:]) ^ emulatorOffset
	return withParity(code>>parityBits) == code
}

func hexOf(address common.Address) string { return hex.EncodeToString(address[:]) }
