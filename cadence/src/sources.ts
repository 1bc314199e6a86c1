import { readFileSync } from 'node:fs'
import type { ContractAddresses } from './addresses.ts'

const root = new URL('../', import.meta.url)
const texts = new Map<string, string>()

function read(path: string) {
  const known = texts.get(path)
  if (known !== undefined) return known
  const text = readFileSync(new URL(path, root), 'utf8')
  texts.set(path, text)
  return text
}

/**
 * The Cadence text of a file of this room (`transactions/token/mint.cdc`), its imports pointed at
 * real addresses.
 */
export const loadCadence = (path: string, addresses: ContractAddresses): string => resolveImports(read(path), addresses)

/**
 * Replaces `import "Name"` by `import Name from 0x…`: the only place where names become addresses.
 */
export function resolveImports(cadence: string, addresses: ContractAddresses): string {
  return cadence.replace(/^import "(\w+)"$/gm, (_, name: string) => {
    const address = addresses[name]
    if (!address) throw new Error(`Cadence imports ${name}, which has no address on this network`)
    return `import ${name} from ${address}`
  })
}
