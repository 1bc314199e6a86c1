import { defineEvent } from '../platform/event.ts'

/** What a range of sealed blocks said: the hashes of orders to sell, and the ids of tokens, that it changed. */
export type IndexedBlocks = { orderHashes: string[]; tokenIds: string[] }

/** Sealed blocks were read, and their rows are written. Runs in the transaction that moves the cursor. */
export const blocksIndexed = defineEvent<IndexedBlocks>('BlocksIndexed')

/** Everything was read again from the first block, and the rows of the index were replaced. */
export const indexRebuilt = defineEvent<Record<string, never>>('IndexRebuilt')

/** The chain is thrown away. Returns how many packs will be minted again. */
export const chainForgotten = defineEvent<Record<string, never>, { reopened?: number }>('ChainForgotten')
