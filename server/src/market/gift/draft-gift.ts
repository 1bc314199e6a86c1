import type { ApiInput, ApiOutput } from '@kura/contract/api'
import { AppError, ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import { normalEmail } from '../../identity/member/email-address.ts'
import { ensureFullMember } from '../../identity/member/ensure-full-member.ts'
import { checkMessage } from '../../identity/member/member-text.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { draftSaleOrder } from '../sale-order/draft-sale-order.ts'
import type { SaleOrderDeps } from '../sale-order/draft-sale-order.ts'
import { getUsedToken } from '../token/begin-use.ts'
import { draftTransfer } from '../transfer/draft-transfer.ts'
import { obstaclesOfToken, refuseSending } from '../transfer/prepare-transfer.ts'
import type { SendDeps } from '../transfer/prepare-transfer.ts'
import * as gifts from './queries.ts'

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

const invalidEmail = (fault: string) => new AppError('INVALID_INPUT', { details: [{ field: 'email', fault }] })
