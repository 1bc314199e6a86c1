import type { ApiOutput } from '@kura/contract/api'
import type { ErrorCode } from '@kura/contract/errors'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../platform/api.ts'

export type Video = ApiOutput<'showVideo'>
export type Watching = { reserveId: string; video: Video }

/**
 * The reservation of a viewing. `check` asks whether it still holds and renews it: what has expired
 * in a pause is reserved again, and any other refusal ends the viewing with its code.
 */
export function useWatching(ownerContentId: string) {
  const [watching, setWatching] = useState<Watching>()
  const [code, setCode] = useState<ErrorCode>()
  const reserveId = useRef<string | undefined>(undefined)
  const isOver = useRef(false)
  const end = useCallback((failed: ErrorCode): void => {
    reserveId.current = undefined
    setWatching(undefined)
    setCode(failed)
  }, [])
  const begin = useCallback(async (): Promise<void> => {
    setCode(undefined)
    const found = await reserve(ownerContentId)
    if (isOver.current) return
    if (typeof found === 'string') {
      end(found)
      return
    }
    reserveId.current = found.reserveId
    setWatching(found)
  }, [ownerContentId, end])
  useEffect(() => {
    isOver.current = false
    // after the two mounts of strict mode only one viewing begins
    const timer = setTimeout(() => void begin(), 0)
    return () => {
      isOver.current = true
      clearTimeout(timer)
    }
  }, [begin])
  const check = useCallback(
    async (isCut = false): Promise<void> => {
      const { current } = reserveId
      if (current === undefined) return
      const result = await show(current)
      if (isOver.current || current !== reserveId.current) return
      const failed = result.ok ? undefined : result.body.errorCode
      if (failed === 'TOKEN_EXPIRED' || failed === 'NOT_FOUND') await begin()
      else if (failed !== undefined && (isCut || failed !== 'SERVICE_UNAVAILABLE')) end(failed)
      else if (isCut) end('SERVICE_UNAVAILABLE')
    },
    [begin, end],
  )
  return { watching, code, begin, check }
}

async function reserve(ownerContentId: string): Promise<Watching | ErrorCode> {
  const reserved = await call('reserveVideo', { body: { ownerContentId } })
  if (!reserved.ok) return reserved.body.errorCode
  const { reserveId } = reserved.data
  const shown = await show(reserveId)
  return shown.ok ? { reserveId, video: shown.data } : shown.body.errorCode
}

const show = (reserveId: string) => call('showVideo', { headers: { 'x-content-video-reserve-id': reserveId } })
