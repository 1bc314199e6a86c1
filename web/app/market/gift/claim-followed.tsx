import { useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { links } from '../../platform/links.ts'
import { isAbout } from '../../platform/swr.ts'
import { toneOf } from '../transfer/sent-state.ts'
import { StateNotice } from '../transfer/state-notice.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import { giftText } from './gift-state.ts'
import { GiftSteps } from './gift-steps.tsx'
import { useGift } from './use-gift.ts'
import '../../words/gift-words.ts'

/** What becomes of a gift after its claim, until it lies in the vault. */
export function ClaimFollowed({ giftId }: { giftId: string }) {
  const { t } = useWords()
  const { mutate } = useSWRConfig()
  const { gift } = useGift(giftId)
  const state = gift?.state
  useEffect(() => {
    if (state === 'sealed') void mutate(isAbout(['listTokens', 'countTokens', 'listGifts']))
  }, [state, mutate])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  // once it is being ended nothing is on its way any more
  const isOver = gift !== undefined && (toneOf(gift.state) !== 'waiting' || gift.state === 'ending')
  return (
    <div ref={place} tabIndex={-1} className="grid gap-6">
      <StateNotice
        tone={gift ? toneOf(gift.state) : 'waiting'}
        title={t(gift && isOver ? `gift.state.${gift.state}` : 'claim.yours')}
        text={gift && isOver ? t(giftText(gift)) : t('claim.on-its-way')}
      >
        {gift?.state === 'sealed' && (
          <LinkButton to={links.token(gift.token.tokenId)}>{t('claim.to-token')}</LinkButton>
        )}
      </StateNotice>
      {gift && <GiftSteps gift={gift} />}
    </div>
  )
}
