import { agentLimit, memberLimit, script, transaction } from './door.ts'
import { address, array, string, uint64 } from './json-cdc.ts'

export type MintedToken = { itemId: string; serial: number; refId: string }

/** Tokens per mint transaction: a batch of this size stays well below the agent's limit (figures in docs/chain.md). */
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

/** Destroys a token of the signer for good. */
export const burnToken = transaction('token/burn', memberLimit, (input: { id: bigint }) => [uint64(input.id)])

/** `{refId: token id}` of those references that are minted. */
export const findMinted = script('token/minted', (input: { refIds: string[] }) => [array(input.refIds.map(string))])

/** Ids of the tokens an account holds. */
export const listOwnedIds = script('token/owned-ids', (input: { address: string }) => [address(input.address)])

/** One token as its views describe it, or nil. */
export const getToken = script('token/get', (input: { address: string; id: bigint }) => [
  address(input.address),
  uint64(input.id),
])

/** How many tokens were ever minted; their ids are 1 to this number. */
export const countMinted = script('token/count', (_input: Record<string, never>) => [])
