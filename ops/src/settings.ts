import { isAbsolute, join } from 'node:path'
import { Problem } from './problem.ts'

/** The folder of this checkout. */
export const rootFolder = join(import.meta.dirname, '..', '..')

export type Settings = {
  port: number
  host: string | undefined
  publicUrl: string | undefined
  home: string
  live: boolean
  dev: boolean
  /** Whether the first start imports the demo catalogue. */
  demo: boolean
  processes: number
  databaseUrl: string | undefined
  /**
   * A Flow network to use instead of the sandbox's: its Access REST address and the payer's key.
   */
  flow: { accessNode: string; address: string; privateKey: string } | undefined
  /** false runs PostgreSQL as another user instead of in a user namespace. */
  namespaces: boolean
}

type Source = Record<string, string | undefined>

function wholeNumber(source: Source, name: string, fallback: number, from: number, to: number): number {
  const text = source[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= from && value <= to) return value
  throw new Problem(`${name} is "${text}".`, `Set it to a whole number from ${from} to ${to}, or leave it out.`)
}

const isTrue = (text: string | undefined) => ['true', '1', 'yes'].includes((text ?? '').toLowerCase())

/** The service account of the official emulator, which the sandbox shares. */
const emulatorAddress = '0xf8d6e0586b0a20c7'

function readFlow(source: Source): Settings['flow'] {
  const accessNode = source['KURA_FLOW']
  if (!accessNode) return undefined
  const key = source['KURA_FLOW_KEY']
  if (!key) {
    throw new Problem(
      'KURA_FLOW names a Flow network, but KURA_FLOW_KEY is missing.',
      'Set KURA_FLOW_KEY to the private key (hex) of the account that pays, or to address:key.',
    )
  }
  const [address, privateKey] = key.includes(':')
    ? key.split(':')
    : [source['KURA_FLOW_ADDRESS'] ?? emulatorAddress, key]
  return { accessNode: accessNode.replace(/\/+(v1\/?)?$/, ''), address: address ?? '', privateKey: privateKey ?? '' }
}

/** Reads the settings of the two commands from the environment. */
export function readSettings(options: { dev?: boolean } = {}, source: Source = process.env): Settings {
  const home = source['KURA_HOME'] || '.kura'
  return {
    port: wholeNumber(source, 'PORT', 3000, 1, 65_530),
    host: source['HOST'] || undefined,
    publicUrl: source['PUBLIC_URL']?.replace(/\/+$/, '') || undefined,
    home: isAbsolute(home) ? home : join(rootFolder, home),
    live: isTrue(source['LIVE']),
    dev: options.dev ?? false,
    demo: !isTrue(source['LIVE']) && (source['KURA_DEMO'] === undefined || isTrue(source['KURA_DEMO'])),
    processes: wholeNumber(source, 'KURA_PROCESSES', 1, 1, 64),
    databaseUrl: source['DATABASE_URL'] || undefined,
    flow: readFlow(source),
    namespaces: !isTrue(source['KURA_NO_USER_NAMESPACE']),
  }
}
