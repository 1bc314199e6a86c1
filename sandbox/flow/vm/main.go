// Command vm is the Cadence engine of the embedded Flow network, compiled to WebAssembly.
package main

import (
	"encoding/json"
	"syscall/js"

	"github.com/onflow/cadence/parser"
)

// The object JavaScript calls. Requests and answers are JSON; register changes travel as bytes.
const exportName = "kuraCadence"

func main() {
	m := newMachine()
	js.Global().Set(exportName, map[string]any{
		"genesis": js.FuncOf(func(_ js.Value, arguments []js.Value) any {
			var request genesisRequest
			decode(arguments[0], &request)
			writes, err := m.genesis(request)
			if err != nil {
				return map[string]any{"error": err.Error()}
			}
			return map[string]any{"writes": toBytes(encodeRegisters(writes))}
		}),
		"load": js.FuncOf(func(_ js.Value, arguments []js.Value) any {
			data := make([]byte, arguments[0].Length())
			js.CopyBytesToGo(data, arguments[0])
			if err := m.ledger.load(data); err != nil {
				return err.Error()
			}
			m.ledger.height = uint64(arguments[1].Int())
			m.ledger.floor = m.ledger.height
			return nil
		}),
		"snapshot": js.FuncOf(func(js.Value, []js.Value) any { return toBytes(encodeRegisters(m.ledger.values)) }),
		"transaction": js.FuncOf(func(_ js.Value, arguments []js.Value) any {
			var request transactionRequest
			decode(arguments[0], &request)
			result, writes := m.executeTransaction(request)
			return map[string]any{"result": encode(result), "writes": toBytes(encodeRegisters(writes))}
		}),
		"script": js.FuncOf(func(_ js.Value, arguments []js.Value) any {
			var request scriptRequest
			decode(arguments[0], &request)
			return encode(m.executeScript(request))
		}),
		"account": js.FuncOf(func(_ js.Value, arguments []js.Value) any {
			return encode(m.account(arguments[0].String(), uint64(arguments[1].Int())))
		}),
		"parse": js.FuncOf(func(_ js.Value, arguments []js.Value) any {
			if _, err := parser.ParseProgram(nil, []byte(arguments[0].String()), parser.Config{}); err != nil {
				return err.Error()
			}
			return nil
		}),
		"isValidAddress": js.FuncOf(func(_ js.Value, arguments []js.Value) any {
			return isValidAddress(addressFrom(arguments[0].String()))
		}),
		"onBlockAt": js.FuncOf(func(_ js.Value, arguments []js.Value) any {
			lookUp := arguments[0]
			m.blockAt = func(height uint64) (block blockRecord, found bool) {
				answer := lookUp.Invoke(height)
				if answer.IsNull() || answer.IsUndefined() {
					return block, false
				}
				decode(answer, &block)
				return block, true
			}
			return nil
		}),
	})
	js.Global().Call(exportName + "Ready")
	select {}
}

func decode(text js.Value, into any) {
	if err := json.Unmarshal([]byte(text.String()), into); err != nil {
		panic(err)
	}
}

func encode(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func toBytes(data []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return array
}
