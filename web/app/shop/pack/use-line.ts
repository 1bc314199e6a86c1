import { useState } from 'react'
import type { ErrorCode } from '@kura/contract/errors'
import type { QueueView } from '@kura/contract/shop/pack'
import { useGuardedCall } from '../../identity/captcha/use-guarded-call.ts'
import { useCall } from '../../platform/swr.ts'
import { pauseOf } from './line-pause.ts'

type Line = {
  line: QueueView | undefined
  isJoining: boolean
  failure: ErrorCode | undefined
  /** Why the place in the line could not be read. */
  unread: ErrorCode | undefined
  retry: () => void
  join: () => Promise<void>
}

/**
 * The member's place in the line of a pack, kept alive by slow polling; the server keeps it, so a
 * reload finds it again.
 */
export function useLine(packId: string, isBefore: boolean): Line {
  const guarded = useGuardedCall()
  const input = { params: { packId } }
  const {
    data: line,
    error,
    mutate,
  } = useCall('showQueue', input, {
    refreshInterval: (latest) => pauseOf(latest, isBefore, Math.random()),
    // a line in a hidden tab still moves, and leads to the purchase
    refreshWhenHidden: true,
  })
  const [isJoining, setIsJoining] = useState(false)
  const [failure, setFailure] = useState<ErrorCode>()
  const join = async (): Promise<void> => {
    setIsJoining(true)
    const result = await guarded('joinQueue', input)
    setFailure(result.ok ? undefined : result.body.errorCode)
    if (result.ok) await mutate(result.data, { revalidate: false })
    setIsJoining(false)
  }
  return { line, isJoining, failure, unread: error?.body.errorCode, retry: () => void mutate(), join }
}
