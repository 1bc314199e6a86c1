import type { GiftView } from '@kura/contract/market/gift'
import { limits } from '@kura/contract/limits'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { ActButton } from '../transfer/act-button.tsx'
import { toneOf } from '../transfer/sent-state.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import { canTakeBack } from './gift-state.ts'
import '../../words/gift-words.ts'
import '../../words/transfer-words.ts'

/** What its giver, or whoever got it, can do about a gift now. */
export function GiftActions({ gift, onChange }: { gift: GiftView; onChange: () => void }) {
  const { t } = useWords()
  const { giftId, side, state, kind, email, mail, token } = gift
  if (side === 'received')
    return state === 'sealed' ? <LinkButton to={links.collection}>{t('gift.list.to-collection')}</LinkButton> : null
  return (
    <>
      {/* before the first mail is written there is no link that could be lost */}
      {kind === 'mail' && state === 'open' && mail !== null && (
        <ActButton
          title={t('gift.mail-again')}
          question={t('gift.mail-again.question', { email: email ?? '' })}
          done={t('gift.mail-again.done')}
          act={() => call('mailGiftAgain', { params: { giftId } }, { idempotencyKey: crypto.randomUUID() })}
          // what else it could mean takes this button away
          refusal={({ errorCode }) =>
            errorCode === 'GIFT_STATE' ? t('gift.mail-again.most', { most: limits.giftMailsMost }) : undefined
          }
          onEnd={onChange}
        />
      )}
      {canTakeBack(gift) && (
        <ActButton
          title={t(state === 'drafted' ? 'transfer.give-up' : 'gift.take-back')}
          question={t(state === 'drafted' ? 'transfer.give-up.question' : 'gift.take-back.question')}
          done={t(state === 'drafted' ? 'transfer.give-up.done' : 'gift.take-back.done')}
          look="danger"
          act={() => call('endGift', { params: { giftId } })}
          refusal={({ errorCode }) =>
            errorCode === 'GIFT_STATE'
              ? t(state === 'drafted' ? 'gift.give-up.late' : 'gift.take-back.late')
              : undefined
          }
          onEnd={onChange}
        />
      )}
      {toneOf(state) === 'over' && <LinkButton to={links.giftToken(token.tokenId)}>{t('gift.again')}</LinkButton>}
    </>
  )
}
