package main

import (
	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/runtime"
)

type loadedProgram struct {
	program      *runtime.Program
	dependencies map[common.Location]bool
}

// Checked contracts kept between transactions. One is valid only while neither it nor anything it imports has changed.
type programCache map[common.Location]loadedProgram

func (c programCache) forget(changed map[common.AddressLocation]bool) {
	for location, loaded := range c {
		for dependency := range loaded.dependencies {
			if address, ok := dependency.(common.AddressLocation); ok && changed[address] {
				delete(c, location)
				break
			}
		}
	}
}

type loadResult struct {
	loadedProgram
	err error
}

// The programs of one execution: the engine must be given the same answer for a location until the execution ends.
type programs struct {
	shared  programCache
	results map[common.Location]loadResult
	stack   []map[common.Location]bool
}

func newPrograms(shared programCache) *programs {
	return &programs{shared: shared, results: map[common.Location]loadResult{}}
}

func (p *programs) getOrLoad(location common.Location, load func() (*runtime.Program, error)) (*runtime.Program, error) {
	result, known := p.results[location]
	if !known {
		if loaded, cached := p.shared[location]; cached {
			result = loadResult{loadedProgram: loaded}
		} else {
			p.stack = append(p.stack, map[common.Location]bool{location: true})
			program, err := load()
			top := len(p.stack) - 1
			result = loadResult{loadedProgram{program, p.stack[top]}, err}
			p.stack = p.stack[:top]
		}
		p.results[location] = result
	}
	if len(p.stack) > 0 {
		parent := p.stack[len(p.stack)-1]
		for dependency := range result.dependencies {
			parent[dependency] = true
		}
	}
	return result.program, result.err
}

// Keeps what was loaded for the next execution. Only contracts of accounts live longer than one transaction.
func (p *programs) keep() {
	for location, result := range p.results {
		if _, isContract := location.(common.AddressLocation); isContract && result.err == nil && result.program != nil {
			p.shared[location] = result.loadedProgram
		}
	}
}
