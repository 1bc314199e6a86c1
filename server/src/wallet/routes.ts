import { flowAdd, flowPrepare, flowSetup } from '@kura/contract/wallet'
import type { Deps } from '../deps.ts'
import { on } from '../http/on.ts'
import type { Route } from '../http/on.ts'
import { linkWallet } from './link-wallet.ts'
import { prepareProof } from './prepare-proof.ts'
import { setUpCollection } from './set-up-collection.ts'

/** Linking a wallet: the nonce, the collection, the proof. */
export const walletRoutes = (deps: Deps): Route[] => [
  on(flowPrepare, (_input, { viewer }) => prepareProof(deps, viewer)),
  on(flowSetup, ({ body }, { viewer }) => setUpCollection(deps, viewer, body)),
  on(flowAdd, ({ body }, { viewer }) => linkWallet(deps, viewer, body)),
]
