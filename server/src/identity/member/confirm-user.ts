import { ensure } from '@kura/contract/errors'
import type { OwnProfileView } from '@kura/contract/identity/member'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { readAddress } from '../../platform/flow/read-address.ts'
import { showProfile } from './show-profile.ts'

/**
 * Answers the own profile when the address is the linked wallet. It links nothing: that takes a proof. Fails with
 * WALLET_REQUIRED or WALLET_DIFFERENT_ADDRESS.
 */
export async function confirmUser(
  deps: Pick<Deps, 'sql' | 'chain'>,
  viewer: Viewer,
  { flowAddress }: { flowAddress: string },
): Promise<OwnProfileView> {
  const address = readAddress(deps, flowAddress)
  ensure(viewer.flowAddress !== '', 'WALLET_REQUIRED')
  ensure(viewer.flowAddress === address, 'WALLET_DIFFERENT_ADDRESS')
  return showProfile(deps, viewer)
}
