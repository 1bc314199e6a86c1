import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DeployError } from './deploy-error.ts'
import { generatePrivateKey } from './sign.ts'

/** What deploying remembers between runs, in `chain.json` of the data folder. */
export type DeployState = {
  chainId?: string
  agentAddress?: string
  /**
   * The last account-creating transaction: its result is checked before another account is created.
   */
  accountTxId?: string
  profileDigest?: string
}

// Written to a temporary file and renamed, so that a crash leaves either the old file or the new
// one.
function writeWhole(file: string, text: string, mode: number) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  const handle = openSync(draft, 'w', mode)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
}

/** Reads the state; a file that is not there is an empty state. */
export function readDeployState(home: string): DeployState {
  const file = join(home, 'chain.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DeployState) : {}
}

/** Replaces the state on disk at once. */
export const writeDeployState = (home: string, state: DeployState) =>
  writeWhole(join(home, 'chain.json'), `${JSON.stringify(state, null, 2)}\n`, 0o600)

/** The agent's key file, made (mode 0600) if it is not there and making one is allowed. */
export const ensureAgentKey = (home: string, mayGenerate: boolean) => ensureKey(home, 'agent', mayGenerate)

/** The file of the key that signs orders and nothing else, made in the same way. */
export const ensureSaleKey = (home: string, mayGenerate: boolean) => ensureKey(home, 'sale', mayGenerate)

function ensureKey(home: string, name: 'agent' | 'sale', mayGenerate: boolean): string {
  const file = join(home, 'keys', `${name}.key`)
  if (existsSync(file)) return file
  if (!mayGenerate)
    throw new DeployError('AGENT_KEY_MISSING', `there is no ${name} key at ${file}, and none may be made here`)
  writeWhole(file, `${generatePrivateKey()}\n`, 0o600)
  return file
}
