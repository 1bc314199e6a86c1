import type { ApiInput, ApiOutput } from '@kura/contract/api'
import { AppError, ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import { normalEmail } from '../../identity/member/email-address.ts'
import { ensureFullMember } from '../../identity/member/ensure-full-member.ts'
import { checkMessage } from '../../identity/member/member-text.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { draftSaleOrder, reportSaleOrder } from '../sale-order/draft-sale-order.ts'
import type { SaleOrderDeps } from '../sale-order/draft-sale-order.ts'
import { getUsedToken } from '../token/begin-use.ts'
import { draftTransfer, reportTransfer } from '../transfer/draft-transfer.ts'
import { obstaclesOfToken, refuseSending } from '../transfer/prepare-transfer.ts'
import type { SendDeps } from '../transfer/prepare-transfer.ts'
import * as gifts from './queries.ts'
import { giftRows } from './queries.ts'
import type { reportTransaction as contract } from '@kura/contract/chain/transaction'
import type { ParsedOf } from '@kura/contract/endpoint'
import type { GiftState } from '@kura/contract/states'
import { reportPurchase } from '../../checkout/order/reports.ts'
import type { Deps } from '../../deps.ts'
import { plainTxId } from '../../platform/flow/read-address.ts'

const claimSeconds = limits.giftClaimDays * 86_400
const deliverySeconds = limits.giftDeliveryHours * 3600

/**
 * Drafts a gift to any address, member or not: a transfer that becomes a gift when it arrives.
 * Fails as `draftTransfer` does.
 */
export async function draftGift(
  deps: SendDeps,
  viewer: Viewer,
  input: ApiInput<'draftGift'>['body'],
): Promise<ApiOutput<'draftGift'>> {
  const message = checkMessage(input.message)
  const { transferId, ...drafted } = await draftTransfer(deps, viewer, { ...input, message, kind: 'gift' })
  return { giftId: transferId, ...drafted }
}

/**
 * Signs an order for nothing and keeps it as the draft of a gift by mail. Returns the giver's
 * transaction. The mail goes out once the order is on chain; whether the address has an account is
 * never checked. Fails as `draftSaleOrder` does, and with INVALID_INPUT for the own address, one
 * that refused a gift of ours, and a message that is not fit to be mailed.
 */
export async function draftMailGift(
  deps: SaleOrderDeps,
  viewer: Viewer,
  input: ApiInput<'draftMailGift'>['body'] & { locale: 'ja' | 'en' },
): Promise<ApiOutput<'draftMailGift'>> {
  const email = normalEmail(input.email)
  const message = checkMessage(input.message)
  await limitRate(deps, 'transferPerMember', viewer.memberId)
  await ensureFullMember(deps, viewer)
  if (email === viewer.email) throw invalidEmail('yourself')
  const token = await getUsedToken(deps, input.tokenId)
  refuseSending(obstaclesOfToken(token, viewer))
  // counted before the address is judged: a probe uses up the same limit as a gift
  await limitRate(deps, 'mailGiftPerMember', viewer.memberId)
  if (await gifts.wasRefused(deps.sql, email)) throw invalidEmail('undeliverable')
  ensure(!(await gifts.wasMailedOften(deps.sql, email)), 'TOO_MANY_REQUESTS')
  const { orderId, kept, ...drafted } = await draftSaleOrder(
    deps,
    viewer,
    {
      use: 'give',
      field: 'tokenId',
      token,
      priceYen: 0,
      feeYen: 0,
      royaltyYen: 0,
      lifetimeSeconds: claimSeconds + deliverySeconds,
    },
    (db, order) =>
      gifts.insertDraft(db, {
        ...order,
        email,
        locale: input.locale,
        message,
        claimUntil: order.expiresAt - deliverySeconds,
      }),
  )
  return { giftId: orderId, ...kept, ...drafted }
}

/**
 * Notes which transaction of the chain belongs to an own purchase, gift or transfer, as the caller
 * reports it. Only the chain changes a state. Fails with NOT_FOUND for what is not the caller's and
 * for unknown types.
 */
export async function reportTransaction(
  deps: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { params: { type, transactionId: id }, body }: ParsedOf<typeof contract>,
): Promise<{ txId: string }> {
  await limitRate(deps, 'reportPerMember', memberId)
  const txId = plainTxId(body.txId)
  if (type === 'gift' || type === 'transfer') await reportSent(deps, { type, id, memberId }, txId)
  else await reportPurchase(deps, { type, subjectId: id, txId, memberId })
  return { txId }
}

/**
 * Notes which transaction the giver's browser says the wallet sent: a hint, which moves nothing.
 * Fails with NOT_FOUND.
 */
export async function reportGift(
  deps: Pick<Deps, 'sql'>,
  { memberId }: Pick<Viewer, 'memberId'>,
  { giftId, txId }: { giftId: string; txId: string },
): Promise<ApiOutput<'reportGift'>> {
  const state =
    (await reportSaleOrder<GiftState>(deps, giftRows, { id: giftId, memberId }, txId)) ??
    (await reportTransfer(deps, { id: giftId, kind: 'gift', memberId }, txId))
  ensure(state, 'NOT_FOUND')
  return { giftId, state }
}

/** The same for a gift or a transfer, for callers that need no state back. Fails with NOT_FOUND. */
async function reportSent(
  deps: Pick<Deps, 'sql'>,
  { type, id, memberId }: { type: 'gift' | 'transfer'; id: string; memberId: string },
  txId: string,
): Promise<void> {
  if (type === 'gift') return void (await reportGift(deps, { memberId }, { giftId: id, txId }))
  ensure(await reportTransfer(deps, { id, kind: 'transfer', memberId }, txId), 'NOT_FOUND')
}

const invalidEmail = (fault: string) => new AppError('INVALID_INPUT', { details: [{ field: 'email', fault }] })
