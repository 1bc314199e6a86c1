import assert from 'node:assert/strict'
import type { GiftWorld } from '../../gift/testing/gift-world.ts'
import type { MarketToken, Trader } from '../../listing/testing/market-world.ts'

/** Drafts a transfer of a member's token. */
export async function draft({ call }: GiftWorld, member: Trader, token: MarketToken, address: string) {
  const body = { tokenId: token.tokenId, address }
  const answer = await call('draftTransfer', { body }, { session: member.session })
  assert.ok(answer.ok, JSON.stringify(answer))
  return answer.data
}

/** A transfer as its member sees it. */
export async function stateOf({ call }: GiftWorld, member: Trader, transferId: string) {
  const answer = await call('showTransfer', { params: { transferId } }, { session: member.session })
  assert.ok(answer.ok, JSON.stringify(answer))
  return answer.data
}

/** Reports what the wallet is said to have sent. */
export const report = ({ call }: GiftWorld, member: Trader, transferId: string, txId: string) =>
  call('reportTransfer', { params: { transferId }, body: { txId } }, { session: member.session })
