import { agentLimit, memberLimit, script, transaction } from './door.ts'
import { address, array, integer, string, uint64, type CadenceValue } from './json-cdc.ts'

export type MintedToken = { itemId: string; serial: number; refId: string }

/**
 * Tokens per mint transaction: a batch of this size stays well below the agent's limit (figures in
 * docs/chain.md).
 */
export const mintBatchSize = 50

/** Mints one token per reference into the collection of `to`, all or none. Signed by the agent. */
export const mintTokens = transaction('token/mint', agentLimit, (input: { to: string; tokens: MintedToken[] }) => [
  address(input.to),
  array(input.tokens.map((token) => string(token.itemId))),
  array(input.tokens.map((token) => uint64(token.serial))),
  array(input.tokens.map((token) => string(token.refId))),
])

/** Moves a token from the signer to another member. */
export const transferToken = transaction('token/transfer', memberLimit, (input: { id: bigint; to: string }) => [
  uint64(input.id),
  address(input.to),
])

/** What must hold before a member sends a token; `readTransferBasis` reads the result. */
export const getTransferBasis = script('token/transfer-basis', (input: { from: string; to: string; id: bigint }) => [
  address(input.from),
  address(input.to),
  uint64(input.id),
])

/** The state of a token, sender and receiver before a transfer, at the newest sealed block. */
export type TransferBasis = {
  /** The token is in the sender's collection. */
  isThere: boolean
  /**
   * The receiver has its own collection of ours, and nothing else is stored at the token's path.
   */
  canReceive: boolean
  /** Bytes of storage of the receiver; null where it has no collection. */
  storage: { used: bigint; capacity: bigint } | null
}

/** Reads the result of `getTransferBasis`. */
export function readTransferBasis(value: CadenceValue): TransferBasis {
  const { isThere, canReceive, used, capacity } = value as { [field: string]: CadenceValue }
  const storage = used === null ? null : { used: used as bigint, capacity: capacity as bigint }
  return { isThere: isThere === true, canReceive: canReceive === true, storage }
}

/** Destroys a token of the signer for good. */
export const burnToken = transaction('token/burn', memberLimit, (input: { id: bigint }) => [uint64(input.id)])

/** `{refId: token id}` of those references that are minted. */
export const findMinted = script('token/minted', (input: { refIds: string[] }) => [array(input.refIds.map(string))])

/**
 * The most tokens that one call returns: ids alone, or all that a token is (figures in
 * docs/chain.md).
 */
export const ownedPage = { ids: 1000, tokens: 250 }
type Page = { address: string; from?: number; most?: number }

/**
 * A page of the ids an account holds, null for those its owner stored by hand; `readOwnedIds` reads
 * all of them.
 */
export const listOwnedIds = script('token/owned-ids', ({ address: of, from = 0, most = ownedPage.ids }: Page) => [
  address(of),
  integer('Int', from),
  integer('Int', most),
])

/**
 * A page of the tokens an account holds, null for those its owner stored by hand; `readOwned` reads
 * all of them.
 */
export const listOwned = script('token/owned', ({ address: of, from = 0, most = ownedPage.tokens }: Page) => [
  address(of),
  integer('Int', from),
  integer('Int', most),
])

/** One token as its views describe it, or nil. */
export const getToken = script('token/get', (input: { address: string; id: bigint }) => [
  address(input.address),
  uint64(input.id),
])

/** How many tokens were ever minted; their ids are 1 to this number. */
export const countMinted = script('token/count', (_input: Record<string, never>) => [])
