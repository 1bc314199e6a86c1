import assert from 'node:assert/strict'
import type { ApiOutput } from '@kura/contract/api'
import type { Kura } from './instance.ts'
import { account } from './mocked-visit.ts'

const dayMs = 86_400_000
const daysFromNow = (days: number): string => new Date(Date.now() + days * dayMs).toISOString()

type OwnListing = ApiOutput<'listOwnListings'>['items'][number]

/**
 * A piece that somebody has, as its seller's browser is shown it; nothing but the page itself is
 * asked of the server. `withdrawalCause` is an earlier listing of it for one member alone, who has another
 * wallet now.
 */
export async function mockPiece(kura: Kura) {
  const [piece] = await kura.sql<{ tokenId: string; itemId: string; refId: string }[]>`
    select id::text as "tokenId", item_id as "itemId", ref_id as "refId" from tokens order by id limit 1`
  assert.ok(piece, 'no journey left a piece')
  const answer = await fetch(`${kura.app}/api/tokens/${piece.tokenId}`)
  const token = (await answer.json()) as ApiOutput<'showToken'>
  const rules = {
    feeBps: 1000,
    royaltyBps: 500,
    contentAccessFee: 0,
    priceLeast: 100,
    priceMost: 1_000_000,
    listingDays: 30,
  }
  const position: ApiOutput<'showSellToken'> = {
    token,
    ...rules,
    floor: null,
    floorPercent: 50,
    graceSeconds: 90,
    listing: null,
    underWay: null,
  }
  const parts = { listPrice: 5000, fee: 500, royalty: 250, contentAccessFee: 0, proceeds: 4250 }
  const listing: OwnListing = {
    listingId: '01990000-0000-7000-8000-00000000000d',
    state: 'open',
    tokenId: piece.tokenId,
    tokenRefId: piece.refId,
    itemId: piece.itemId,
    serial: token.serial,
    price: 5000,
    ...parts,
    sellerUserId: account.userId,
    sellerName: '',
    sellerAddress: token.ownerAddress,
    targetUserId: null,
    openedAt: daysFromNow(-1),
    buyableFrom: daysFromNow(-1),
    expiresAt: daysFromNow(29),
    sellerNotice: null,
    endedAt: null,
    endReason: null,
    withdrawalCause: null,
    sale: null,
    token,
  }
  const withdrawalCause: OwnListing = {
    ...listing,
    listingId: '01990000-0000-7000-8000-00000000000e',
    state: 'ended',
    targetUserId: '01990000-0000-7000-8000-0000000000e6',
    endedAt: daysFromNow(0),
    endReason: 'agent',
    withdrawalCause: 'target',
  }
  const more = {
    [`GET /api/sell/tokens/${piece.tokenId}`]: position,
    [`GET /api/sell/tokens/${piece.tokenId}/trade-price`]: { ...parts, floor: null, isFarBelowFloor: false },
    [`GET /api/selling-orders/item-prices/${piece.itemId}`]: {
      listed: 0,
      minPrice: null,
      maxPrice: null,
      lastPrice: null,
      lastSoldAt: null,
      days: [],
    },
    'GET /api/selling-orders': { items: [listing] },
  }
  return { ...piece, flowAddress: token.ownerAddress, more, withdrawalCause }
}
