import type { GiftView } from '@kura/contract/market/gift'
import type { ErrorCode } from '@kura/contract/errors'
import { Steps } from '../../ui/steps.tsx'
import type { Step } from '../../ui/steps.tsx'
import { useWords } from '../../words/use-words.ts'
import { useCall } from '../../platform/swr.ts'
import { isOnItsWay } from '../transfer/sent-state.ts'
import '../../words/gift-words.ts'
import '../../words/transfer-words.ts'

type Gift = Pick<GiftView, 'kind' | 'state' | 'mail' | 'txId' | 'createdAt' | 'openedAt' | 'claimedAt' | 'sealedAt'>

/** The progress of a gift; nothing until a wallet has sent it, and after a failure. */
export function GiftSteps({ gift }: { gift: Gift }) {
  const { t } = useWords()
  const { kind, state } = gift
  if (!['pending', 'open', 'claimed', 'sealed'].includes(state)) return null
  const names = { sending: t('transfer.step.sending') }
  const next = {
    pending: t('transfer.next.sending'),
    open: t('gift.next.open'),
    claimed: t('transfer.next.sending'),
    sealed: t('transfer.next.delivered'),
  }[state as 'pending' | 'open' | 'claimed' | 'sealed']
  if (kind === 'address') return <Steps steps={ofAddress(gift)} names={names} next={next} />
  const titles = { accepted: t('gift.step.accepted'), mailed: t('gift.step.mailed'), claimed: t('gift.step.claimed') }
  const steps = ofMail(gift).map((each) =>
    each.step in titles ? { ...each, name: titles[each.step as keyof typeof titles] } : each,
  )
  return <Steps steps={steps} next={next} />
}

const ofAddress = ({ createdAt, sealedAt, txId }: Gift): Step[] => [
  { step: 'sending', at: createdAt, txId },
  { step: 'sealed', at: sealedAt, txId: null },
  { step: 'delivered', at: sealedAt, txId: null },
]

const ofMail = ({ state, mail, txId, createdAt, openedAt, claimedAt, sealedAt }: Gift): Step[] => [
  { step: 'accepted', at: createdAt, txId: state === 'pending' ? txId : null, isRunning: true },
  { step: 'mailed', at: mail === 'sent' ? openedAt : null, txId: null },
  { step: 'claimed', at: claimedAt, txId: null, isRunning: true },
  { step: 'delivered', at: sealedAt, txId: sealedAt === null ? null : txId },
]

const soonMs = 1500
const openMs = 15_000

type Known = {
  gift: GiftView | undefined
  error: { status: number; code: ErrorCode } | undefined
  renew: () => void
}

/**
 * One gift of the member, live: polled often while it is on its way, and rarely while it waits to
 * be claimed.
 */
export function useGift(giftId: string | null): Known {
  const { data, error, mutate } = useCall('showGift', giftId === null ? null : { params: { giftId } }, {
    refreshInterval: (latest) =>
      latest === undefined || isOnItsWay(latest.state) ? soonMs : latest.state === 'open' ? openMs : 0,
  })
  return {
    gift: data,
    error: error && { status: error.status, code: error.body.errorCode },
    renew: () => void mutate(),
  }
}
