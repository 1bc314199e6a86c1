import { isAddressOf, normalAddress } from '@kura/contract/chain/flow-address'
import { AppError } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'

/**
 * The address in our spelling. Fails with INVALID_INPUT on typing errors and on addresses of
 * another network.
 */
export function readAddress({ chain }: Pick<Deps, 'chain'>, value: string): string {
  const prefixed = /^[0-9a-fA-F]{16}$/.test(value) ? `0x${value}` : value
  if (isAddressOf(chain.network, prefixed)) return normalAddress(prefixed)
  throw new AppError('INVALID_INPUT', { details: [{ field: 'address', fault: 'not_an_address_of_the_network' }] })
}

/** A transaction id in our spelling. */
export const plainTxId = (txId: string): string => txId.toLowerCase().replace(/^0x/, '')
