import { createCollection } from '@kura/cadence/collection'
import type { OutputOf } from '@kura/contract/endpoint'
import { ensure } from '@kura/contract/errors'
import type { flowSetup } from '@kura/contract/identity/wallet'
import type { Deps } from '../../deps.ts'
import { hasCollection, askChain } from '../../platform/flow/ask-chain.ts'
import { addressesOf } from '../../platform/flow/chain-config.ts'
import { readAddress } from '../../platform/flow/read-address.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { noteCollection } from '../member/note-collection.ts'

/**
 * Whether the address must still create its collection, and the transaction for that, which its own wallet signs and runs. Fails
 * with WALLET_DIFFERENT_ADDRESS when the member has another wallet.
 */
export async function setUpCollection(
  deps: Pick<Deps, 'sql' | 'accessNode' | 'chain' | 'log'>,
  viewer: Viewer,
  body: { address: string },
): Promise<OutputOf<typeof flowSetup>> {
  const address = readAddress(deps, body.address)
  ensure(viewer.flowAddress === '' || viewer.flowAddress === address, 'WALLET_DIFFERENT_ADDRESS')
  await limitRate(deps, 'walletPerMember', viewer.memberId)
  const isThere = await askChain(deps, () => hasCollection(deps, address))
  await noteCollection(deps, viewer.memberId, { address, isThere })
  if (isThere) return { needsSetup: false, transaction: null }
  const { cadence, limit } = createCollection(addressesOf(deps.chain), {})
  return { needsSetup: true, transaction: { cadence, limit } }
}
