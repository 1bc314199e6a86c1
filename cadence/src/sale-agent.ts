import { agentLimit, script, transaction } from './door.ts'
import { address, boolean, integer, string, uint64, type CadenceValue } from './json-cdc.ts'
import { hashCodes, signatureCodes, type PublicKey } from './sign.ts'

/** The most an agent may deliver in a day (UTC); 0 stops it. */
export type AgentCaps = { maxSalesPerDay: number; maxYenPerDay: number }

/**
 * Registers an agent. Signed by the operator (the account of the contract), as everything here but
 * `claimAgent`.
 */
export const registerAgent = transaction('sale/register-agent', agentLimit, (input: AgentCaps & { agent: string }) => [
  address(input.agent),
  uint64(input.maxSalesPerDay),
  uint64(input.maxYenPerDay),
])

/**
 * Claims the right that the operator put into the agent's inbox. Signed by an agent with its own
 * account.
 */
export const claimAgent = transaction('sale/claim-agent', agentLimit, (input: { operator: string }) => [
  address(input.operator),
])

export const setAgentCaps = transaction('sale/set-agent-caps', agentLimit, (input: AgentCaps & { agent: string }) => [
  address(input.agent),
  uint64(input.maxSalesPerDay),
  uint64(input.maxYenPerDay),
])

/**
 * Registers a key with which the agent signs orders. An index is given once; `validUntil` in
 * seconds, 0 for ever.
 */
export const registerAgentKey = transaction(
  'sale/register-agent-key',
  agentLimit,
  (input: { agent: string; keyIndex: number; key: PublicKey; validUntil: number }) => [
    address(input.agent),
    integer('Int', input.keyIndex),
    string(input.key.publicKey),
    integer('UInt8', signatureCodes[input.key.signatureAlgorithm]),
    integer('UInt8', hashCodes[input.key.hashAlgorithm]),
    uint64(input.validUntil),
  ],
)

/** Revokes a key for good, and with it every order signed with it. */
export const revokeAgentKey = transaction(
  'sale/revoke-agent-key',
  agentLimit,
  (input: { agent: string; keyIndex: number }) => [address(input.agent), integer('Int', input.keyIndex)],
)

/** Stops or resumes all sales. Sellers can still cancel. */
export const pauseSales = transaction('sale/pause', agentLimit, (input: { paused: boolean }) => [boolean(input.paused)])

/** Keys, caps and today's counters of an agent, or nil; `readAgent` reads the result. */
export const getAgent = script('sale/agent', (input: { agent: string }) => [address(input.agent)])

export type SaleAgent = AgentCaps & {
  keys: { keyIndex: number; publicKey: string; validUntil: number; revoked: boolean }[]
  salesToday: number
  yenToday: number
  paused: boolean
  chainId: string
}

type Fields = { [field: string]: CadenceValue }

/** Reads the result of `getAgent`; undefined if the account is no agent. */
export function readAgent(value: CadenceValue): SaleAgent | undefined {
  if (value === null) return undefined
  const agent = value as Fields
  return {
    keys: (agent.keys as Fields[])
      .map((key) => ({
        keyIndex: Number(key.keyIndex),
        publicKey: key.publicKey as string,
        validUntil: Number(key.validUntil),
        revoked: key.revoked as boolean,
      }))
      .toSorted((a, b) => a.keyIndex - b.keyIndex),
    maxSalesPerDay: Number(agent.maxSalesPerDay),
    maxYenPerDay: Number(agent.maxYenPerDay),
    salesToday: Number(agent.salesToday),
    yenToday: Number(agent.yenToday),
    paused: agent.paused as boolean,
    chainId: agent.chainId as string,
  }
}
