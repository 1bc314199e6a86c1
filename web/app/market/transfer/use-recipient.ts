import { useState } from 'react'
import { useSite } from '../../platform/use-site.ts'
import { obstacleOf } from './obstacle.ts'
import { readAddress } from './read-address.ts'
import { useWay } from './use-way.ts'
import type { Way } from './use-way.ts'

/** A recipient to whom the token can go now. */
export type ReadyRecipient = { address: string; recipient: Way['recipient'] }

/**
 * The wallet a token is to go to, as it is typed; `ready` once the address is right and nothing stands in its way. `failure` is why
 * that could not be asked, until `retry` or a try of its own finds out.
 */
export function useRecipient(tokenId: string, first: string) {
  const { flow } = useSite()
  const [text, setText] = useState(first)
  const typed = readAddress(text, flow.network)
  const asked = typed.status === 'right' ? typed.address : undefined
  const { way, error, retry } = useWay(tokenId, asked)
  const isAbout = asked !== undefined && way?.address === asked
  const ready: ReadyRecipient | undefined =
    isAbout && !obstacleOf(way.obstacles, 'address') ? { address: asked, recipient: way.recipient } : undefined
  const failure = asked === undefined || isAbout ? undefined : error?.body.errorCode
  const isAsking = asked !== undefined && !isAbout && failure === undefined
  return { text, change: setText, way, ready, isAsking, failure, retry }
}
