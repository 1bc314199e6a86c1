// Package mph stands in for the module of this name, from which the parser of Cadence makes its tables
// of keywords. That module searches for a perfect hash each time a program starts, which was two thirds
// of the start of an engine. A map gives the same answers.
package mph

// A Table finds the index of a key.
type Table struct {
	indexes map[string]uint32
}

// Build returns the table of keys, each with its index. A key that is there twice has its last index.
func Build(keys []string) *Table {
	indexes := make(map[string]uint32, len(keys))
	for index, key := range keys {
		indexes[key] = uint32(index)
	}
	return &Table{indexes}
}

// Lookup returns the index of a key, and whether it is one of the table's.
func (t *Table) Lookup(key string) (index uint32, found bool) {
	index, found = t.indexes[key]
	return index, found
}
