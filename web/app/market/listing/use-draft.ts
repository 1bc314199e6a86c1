import { useState } from 'react'
import type { ErrorBody } from '@kura/contract/errors'
import { formatYen } from '@kura/contract/money'
import type { Result } from '@kura/contract/result'
import { call } from '../../platform/api.ts'
import { withTerms } from '../../identity/member/terms-request.ts'
import { dialogs } from '../../ui/dialog-queue.ts'
import { useWords } from '../../words/use-words.ts'
import type { SaleTerms } from './price-form.tsx'
import type { SellPosition } from './sell-desk.tsx'
import type { Draft } from './sale-order.ts'
import '../../words/listing-words.ts'

export type Drafted = { draft: Draft; terms: SaleTerms }

/** The terms that we signed and the wallet has not accepted yet. */
export function useDraft({ token, floor, graceSeconds }: SellPosition) {
  const { t } = useWords()
  const [drafted, setDrafted] = useState<Drafted>()

  /**
   * Requests the terms of a listing; returns whether they were signed, and the refusal: without
   * one, the seller declined the question.
   */
  const prepare = async (chosen: SaleTerms): Promise<{ isDrafted: boolean; refusal?: ErrorBody }> => {
    const body = {
      tokenRefId: token.refId,
      price: chosen.price,
      contentAccessFee: chosen.contentAccessFee,
      ...(chosen.buyer ? { targetUserId: chosen.buyer.userId } : {}),
    }
    const made = await withTerms(
      () =>
        makeDraft<Draft>({
          send: (more) => call('draftListing', { body: { ...body, ...more } }, { idempotencyKey: crypto.randomUUID() }),
          confirmFloor: (floorYen) =>
            dialogs.confirm({
              title: t('sell.floor.title'),
              description: t('sell.floor.question', {
                price: formatYen(chosen.price),
                floor: formatYen(floorYen ?? floor ?? 0),
                seconds: graceSeconds,
              }),
              confirmTitle: t('sell.floor.confirm', { price: formatYen(chosen.price) }),
              cancelTitle: t('sell.floor.back'),
            }),
        }),
      (answer) => (answer.status === 'refused' ? answer.body : undefined),
    )
    setDrafted(made.status === 'drafted' ? { draft: made.draft, terms: chosen } : undefined)
    return {
      isDrafted: made.status === 'drafted',
      ...(made.status === 'refused' ? { refusal: made.body } : {}),
    }
  }
  return { drafted, prepare, forget: () => setDrafted(undefined) }
}

type Made<D> = { status: 'drafted'; draft: D } | { status: 'left' } | { status: 'refused'; body: ErrorBody }

type DraftSteps<D> = {
  send: (more: { confirmedBelowFloor?: true }) => Promise<Result<D>>
  /**
   * Asks whether a price so far below the floor is intended; `floorYen` when the server sent it.
   */
  confirmFloor: (floorYen: number | undefined) => Promise<boolean>
}

/**
 * Requests the terms of a listing, with a question first when the price is far below the floor.
 * Declining it changes nothing.
 */
export async function makeDraft<D>({ send, confirmFloor }: DraftSteps<D>): Promise<Made<D>> {
  const first = await send({})
  if (first.ok) return { status: 'drafted', draft: first.data }
  if (first.body.errorCode !== 'PRICE_FAR_BELOW_FLOOR') return { status: 'refused', body: first.body }
  if (!(await confirmFloor(floorOf(first.body)))) return { status: 'left' }
  const second = await send({ confirmedBelowFloor: true })
  return second.ok ? { status: 'drafted', draft: second.data } : { status: 'refused', body: second.body }
}

function floorOf({ details = [] }: ErrorBody): number | undefined {
  const floor = Number(details.find(({ field }) => field === 'floor')?.fault)
  return Number.isSafeInteger(floor) ? floor : undefined
}
