import { useState } from 'react'
import type { ApiOutput } from '@kura/contract/api'
import { useSite } from '../../platform/use-site.ts'
import { obstacleOf } from './obstacle.ts'
import { readAddress } from './read-address.ts'
import type { CallError } from '../../platform/make-call.ts'
import { useCall } from '../../platform/swr.ts'

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

export type Way = ApiOutput<'prepareTransfer'>

/** How often it is asked again while the token itself cannot be sent. */
const closedMs = 3000

/** What stands in the way of sending a token, to this address where there is one: asked again for each, and until it can be sent. */
export function useWay(
  tokenId: string,
  address: string | undefined,
): { way: Way | undefined; error: CallError | undefined; retry: () => void } {
  const query = address === undefined ? { tokenId } : { tokenId, address }
  const { data, error, mutate } = useCall(
    'prepareTransfer',
    { query },
    {
      revalidateOnFocus: false,
      refreshInterval: (latest) => (obstacleOf(latest?.obstacles, 'token') ? closedMs : 0),
    },
  )
  return { way: data, error, retry: () => void mutate() }
}
