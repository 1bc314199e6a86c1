import { makeRecords } from '../order/own-records.ts'
import type { RecordWorld } from '../order/own-records.ts'
import type { KeptSale } from './sale-flow.ts'

/** Longer than the server waits for a wallet, and than the chain takes. */
const keptMs = 3_600_000

/** Sales under way by the token's id: they outlive the page, so that one that was closed meanwhile is followed on. */
export const makeSaleStore = (world?: RecordWorld) => makeRecords<KeptSale>('kura-sale-', keptMs, world)

/** The sales of this browser. */
export const sales = makeSaleStore()
