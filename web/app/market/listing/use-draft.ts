import { useState } from 'react'
import type { ErrorBody } from '@kura/contract/errors'
import { formatYen } from '@kura/contract/money'
import { call } from '../../platform/api.ts'
import { withTerms } from '../../identity/member/terms-request.ts'
import { dialogs } from '../../ui/dialog-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { makeDraft } from './make-draft.ts'
import type { Offer } from './price-form.tsx'
import type { SellPosition } from './sell-desk.tsx'
import type { Draft } from './use-sale.ts'
import '../../words/selling-words.ts'

export type Drafted = { draft: Draft; offer: Offer }

/** The terms that we signed and the wallet has not accepted yet. */
export function useDraft({ token, floor, graceSeconds }: SellPosition) {
  const { t } = useWords()
  const [drafted, setDrafted] = useState<Drafted>()

  /** Has an offer signed by us; answers whether it was, and why it was refused: without a reason the seller thought better of it. */
  const prepare = async (offer: Offer): Promise<{ isDrafted: boolean; refusal?: ErrorBody }> => {
    const body = {
      tokenRefId: token.refId,
      price: offer.price,
      contentAccessFee: offer.contentAccessFee,
      ...(offer.buyer ? { targetUserId: offer.buyer.userId } : {}),
    }
    const made = await withTerms(
      () =>
        makeDraft<Draft>({
          send: (more) => call('draftListing', { body: { ...body, ...more } }, { idempotencyKey: crypto.randomUUID() }),
          confirmFloor: (floorYen) =>
            dialogs.confirm({
              title: t('sell.floor.title'),
              description: t('sell.floor.question', {
                price: formatYen(offer.price),
                floor: formatYen(floorYen ?? floor ?? 0),
                seconds: graceSeconds,
              }),
              confirmTitle: t('sell.floor.confirm', { price: formatYen(offer.price) }),
              cancelTitle: t('sell.floor.back'),
            }),
        }),
      (answer) => (answer.status === 'refused' ? answer.body : undefined),
    )
    setDrafted(made.status === 'drafted' ? { draft: made.draft, offer } : undefined)
    return {
      isDrafted: made.status === 'drafted',
      ...(made.status === 'refused' ? { refusal: made.body } : {}),
    }
  }
  return { drafted, prepare, forget: () => setDrafted(undefined) }
}
