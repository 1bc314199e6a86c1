package main

import (
	"encoding/binary"
	"fmt"
)

// Register keys are the eight bytes of the owner followed by the name the engine gave.
type registers map[string][]byte

// What one block replaced, so that reads at a slightly older height stay possible.
type undo struct {
	height   uint64
	previous registers
}

const keptUndos = 300

type ledger struct {
	values registers
	undos  []undo
	height uint64
	// The lowest block whose registers can still be read.
	floor uint64
}

// Writes collect here and reach the ledger only when the transaction succeeded.
type overlay struct {
	base   func(key string) []byte
	writes registers
}

func newOverlay(base func(key string) []byte) *overlay {
	return &overlay{base: base, writes: registers{}}
}

func (o *overlay) get(key string) []byte {
	if value, written := o.writes[key]; written {
		return value
	}
	return o.base(key)
}

func (o *overlay) set(key string, value []byte) {
	if len(value) == 0 {
		value = nil
	}
	o.writes[key] = value
}

func (o *overlay) merge(into *overlay) {
	for key, value := range o.writes {
		into.writes[key] = value
	}
}

func (o *overlay) number(key string) uint64 {
	value := o.get(key)
	if len(value) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(value)
}

func (o *overlay) setNumber(key string, number uint64) {
	o.set(key, binary.BigEndian.AppendUint64(nil, number))
}

func (l *ledger) read(key string) []byte { return l.values[key] }

// A reader of the registers as they were after the given block, or nil when that is no longer known.
func (l *ledger) readerAt(height uint64) func(key string) []byte {
	if height >= l.height {
		return l.read
	}
	if height < l.floor {
		return nil
	}
	first := len(l.undos)
	for first > 0 && l.undos[first-1].height > height {
		first--
	}
	newer := l.undos[first:]
	return func(key string) []byte {
		for _, u := range newer {
			if value, changed := u.previous[key]; changed {
				return value
			}
		}
		return l.values[key]
	}
}

func (l *ledger) apply(height uint64, writes registers) {
	previous := make(registers, len(writes))
	for key, value := range writes {
		previous[key] = l.values[key]
		l.put(key, value)
	}
	l.height = height
	l.undos = append(l.undos, undo{height, previous})
	if len(l.undos) > 2*keptUndos {
		first := len(l.undos) - keptUndos
		l.floor = l.undos[first-1].height
		l.undos = append([]undo(nil), l.undos[first:]...)
	}
}

func (l *ledger) put(key string, value []byte) {
	if value == nil {
		delete(l.values, key)
	} else {
		l.values[key] = value
	}
}

// Register changes as bytes: for each, key length, key, value length, value. An empty value is a removal.
func encodeRegisters(values registers) []byte {
	size := 0
	for key, value := range values {
		size += 8 + len(key) + len(value)
	}
	out := make([]byte, 0, size)
	for key, value := range values {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(key)))
		out = append(out, key...)
		out = binary.LittleEndian.AppendUint32(out, uint32(len(value)))
		out = append(out, value...)
	}
	return out
}

func (l *ledger) load(data []byte) error {
	for len(data) > 0 {
		key, rest, err := takeBytes(data)
		if err != nil {
			return err
		}
		value, rest, err := takeBytes(rest)
		if err != nil {
			return err
		}
		if len(value) == 0 {
			value = nil
		}
		l.put(string(key), value)
		data = rest
	}
	return nil
}

func takeBytes(data []byte) (taken []byte, rest []byte, err error) {
	if len(data) < 4 {
		return nil, nil, fmt.Errorf("register data ends early")
	}
	size := int(binary.LittleEndian.Uint32(data))
	if len(data) < 4+size {
		return nil, nil, fmt.Errorf("register data ends early")
	}
	return append([]byte(nil), data[4:4+size]...), data[4+size:], nil
}
