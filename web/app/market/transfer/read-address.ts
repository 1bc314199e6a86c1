import { isAddressOf } from '@kura/contract/chain/flow-address'
import type { FlowNetwork } from '@kura/contract/chain/flow-address'

/**
 * What somebody has typed as the wallet to send to. `short`: it may become one. `mistyped`: no network has such an address.
 * `other-network`: one of another network, where nothing of ours arrives.
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
