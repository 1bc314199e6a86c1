import type { ContractAddresses } from './addresses.ts'
import type { CdcValue } from './json-cdc.ts'
import { loadCadence } from './sources.ts'

/**
 * A transaction ready to be built: its text, arguments in order, and the most computation it may
 * use.
 */
export type TransactionCall = { cadence: string; args: CdcValue[]; limit: number }
export type ScriptCall = { cadence: string; args: CdcValue[] }

/** The most a member's transaction may use; wallets refuse more. */
export const memberLimit = 5000
/** The most the network allows. */
export const agentLimit = 9999

/** A typed way to one transaction file: the only place that knows the order of its arguments. */
export const transaction =
  <Input>(path: string, limit: number, args: (input: Input) => CdcValue[]) =>
  (addresses: ContractAddresses, input: Input): TransactionCall => ({
    cadence: loadCadence(`transactions/${path}.cdc`, addresses),
    args: args(input),
    limit,
  })

/** A typed way to one script file. */
export const script =
  <Input>(path: string, args: (input: Input) => CdcValue[]) =>
  (addresses: ContractAddresses, input: Input): ScriptCall => ({
    cadence: loadCadence(`scripts/${path}.cdc`, addresses),
    args: args(input),
  })
