import type { Db } from '../platform/db/connect.ts'
import { defineEvent, definePort } from '../platform/event.ts'
import type { ChainDeps } from '../platform/flow/chain-config.ts'

/**
 * What a range of sealed blocks said: the hashes of orders to sell, and the ids of tokens, that it
 * changed.
 */
export type IndexedBlocks = { orderHashes: string[]; tokenIds: string[] }

/**
 * Sealed blocks were read, and their rows are written. Runs in the transaction that moves the
 * cursor.
 */
export const blocksIndexed = defineEvent<IndexedBlocks>('BlocksIndexed')

/** Everything was read again from the first block, and the rows of the index were replaced. */
export const indexRebuilt = defineEvent<Record<string, never>>('IndexRebuilt')

/** The chain is thrown away. Returns how many packs will be minted again. */
export const chainForgotten = defineEvent<Record<string, never>, { reopened?: number }>('ChainForgotten')

/** Pictures on chain are addresses of this site. */
export type RegisterOptions = { publicUrl: string; signal?: AbortSignal | undefined }

/** What the chain asks the catalogue for. */
export const catalogueOnChain = definePort<{
  /**
   * Brings series and items to the chain that it does not know yet. Fails with an AccessError while
   * the node is away.
   */
  registerNew: (deps: ChainDeps, options: RegisterOptions) => Promise<void>
  /** Those of these items that are not registered. */
  listWaitingItems: (db: Db, itemIds: string[]) => Promise<string[]>
}>('CatalogueOnChain')
