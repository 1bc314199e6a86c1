import type { ErrorCode } from '@kura/contract/errors'
import type { GiftView } from '@kura/contract/market/gift'
import { useCall } from '../../platform/swr.ts'
import { isOnItsWay } from '../transfer/sent-state.ts'

const soonMs = 1500
const openMs = 15_000

type Known = {
  gift: GiftView | undefined
  error: { status: number; code: ErrorCode } | undefined
  renew: () => void
}

/** One gift of the member's, live: often while it is on its way, now and then while it waits for somebody. */
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
