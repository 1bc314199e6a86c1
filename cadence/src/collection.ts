import { agentLimit, memberLimit, script, transaction } from './door.ts'
import { address, string } from './json-cdc.ts'

export type CollectionProfile = {
  name: string
  description: string
  url: string
  squareImage: string
  bannerImage: string
  tokenUrlPrefix: string
}

/** What the chain says when a member creates a second collection. */
export const alreadyInitialized = 'The account has already been initialized.'

/**
 * Gives the signer an empty, published collection. Fails with `alreadyInitialized` if there is one.
 */
export const createCollection = transaction<Record<string, never>>('collection/create', memberLimit, () => [])

/** Sets how the collection as a whole is shown. Signed by the agent. */
export const describeCollection = transaction('collection/describe', agentLimit, (input: CollectionProfile) => [
  string(input.name),
  string(input.description),
  string(input.url),
  string(input.squareImage),
  string(input.bannerImage),
  string(input.tokenUrlPrefix),
])

/** Whether an account can receive tokens. */
export const hasCollection = script('collection/has', (input: { address: string }) => [address(input.address)])
