import { makeRecords } from '../../platform/own-records.ts'
import type { RecordWorld } from '../../platform/own-records.ts'

/** An offer that was drafted, and the wallet's transaction once it was sent. */
type KeptSale = { listingId: string; transactionId?: string }

/** Longer than the server waits for a wallet, and than the chain takes. */
const keptMs = 3_600_000

/** Sales under way by the token's id: they outlive the page, so that one that was closed meanwhile is followed on. */
export function makeSaleStore(world?: RecordWorld) {
  const records = makeRecords<KeptSale>('kura-sale-', keptMs, world)
  const names = makeRecords<{ tokenIds: readonly string[] }>('kura-sales', keptMs, world)
  const all = (): readonly string[] => names.find('')?.tokenIds.filter((id) => records.find(id) !== undefined) ?? []
  return {
    find: records.find,
    keep(tokenId: string, sale: KeptSale): void {
      records.keep(tokenId, sale)
      names.keep('', { tokenIds: [...new Set([...all(), tokenId])] })
    },
    /** Forgets this sale, unless another one of the token is kept by now. */
    drop(tokenId: string, listingId: string): void {
      if (records.find(tokenId)?.listingId === listingId) records.drop(tokenId)
    },
    /** The tokens whose sale was sent by the wallet, and that nobody saw the end of. */
    sent: (): readonly string[] => all().filter((id) => records.find(id)?.transactionId !== undefined),
  }
}

/** The sales of this browser. */
export const sales = makeSaleStore()
