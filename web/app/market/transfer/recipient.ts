import { useState } from 'react'
import type { ApiOutput } from '@kura/contract/api'
import { useSite } from '../../platform/use-site.ts'
import { obstacleOf } from './obstacle.ts'
import type { CallError } from '../../platform/make-call.ts'
import { useCall } from '../../platform/swr.ts'
import { isAddressOf } from '@kura/contract/chain/flow-address'
import type { FlowNetwork } from '@kura/contract/chain/flow-address'

/** A recipient to whom the token can go now. */
export type ReadyRecipient = { address: string; recipient: Way['recipient'] }

/**
 * The recipient's wallet as it is typed; `ready` once the address is valid and nothing prevents
 * sending. `failure` is why the check failed, until `retry` or the automatic retry succeeds.
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

/** How often the check is repeated while the token itself cannot be sent. */
const closedMs = 3000

/**
 * What keeps a token from being sent, to this address if there is one: checked for each address,
 * and repeated until it can be sent.
 */
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

/**
 * A text typed as a recipient's wallet. `short`: may become an address. `mistyped`: valid on no
 * network. `other-network`: valid on another network, where our tokens cannot arrive.
 */
export type TypedAddress =
  | { status: 'empty' | 'short' | 'mistyped' | 'other-network' }
  | { status: 'right'; address: string }

const networks: readonly FlowNetwork[] = ['mainnet', 'testnet', 'local']

/** Reads a wallet address, also one in full-width letters, without its prefix, or in the link of a member's page. */
export function readAddress(text: string, network: FlowNetwork): TypedAddress {
  const typed = text.normalize('NFKC').replace(/\s/g, '').toLowerCase()
  if (typed === '') return { status: 'empty' }
  const bare = /[?&]id=(0x[0-9a-f]+)(?:&|#|$)/.exec(typed)?.[1] ?? typed
  const digits = bare.replace(/^0x/, '')
  if (!/^[0-9a-f]*$/.test(digits) || digits.length > 16) return { status: 'mistyped' }
  if (digits.length < 16) return { status: 'short' }
  const address = `0x${digits}`
  if (isAddressOf(network, address)) return { status: 'right', address }
  return { status: networks.some((other) => isAddressOf(other, address)) ? 'other-network' : 'mistyped' }
}

/** An address in groups of four, as people compare it. */
export const inGroups = (address: string): string => address.replace(/^0x/, '0x ').replace(/([0-9a-f]{4})(?=.)/g, '$1 ')
