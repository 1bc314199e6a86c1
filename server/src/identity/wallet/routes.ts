import { sellerTransactions } from '@kura/cadence/seller-transactions'
import * as contract from '@kura/contract/identity/wallet'
import type { Deps } from '../../deps.ts'
import { addressesOf } from '../../platform/flow/chain-config.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { changeWallet, showChange } from './change-wallet.ts'
import { prepareProof } from './check-proof.ts'
import { cancelRecovery, stopRecovery } from './end-recovery.ts'
import { linkWallet, setUpCollection } from './link-wallet.ts'
import { requestRecovery } from './request-recovery.ts'
import { signInByWallet } from './sign-in-by-wallet.ts'

/** Wallets: the nonce, the collection, the proof; signing in by it; changing it. */
export const walletRoutes = (deps: Deps): Route[] => [
  on(contract.flowPrepare, (_input, { viewer }) => prepareProof(deps, viewer)),
  on(contract.flowSetup, ({ body }, { viewer }) => setUpCollection(deps, viewer, body)),
  on(contract.showWalletTransactions, () => Promise.resolve(sellerTransactions(addressesOf(deps.chain)))),
  on(contract.flowAdd, ({ body }, { viewer }) => linkWallet(deps, viewer, body)),
  on(contract.flowSignIn, ({ body }, caller) => signInByWallet(deps, body, caller)),
  on(contract.flowChange, ({ body }, { viewer }) => changeWallet(deps, viewer, body)),
  on(contract.flowRecovery, ({ body }, { viewer }) => requestRecovery(deps, viewer, body)),
  on(contract.showFlowRecovery, (_input, { viewer }) => showChange(deps, viewer)),
  on(contract.cancelFlowRecovery, (_input, { viewer }) => cancelRecovery(deps, viewer)),
  on(contract.stopFlowRecovery, ({ body }, caller) => stopRecovery(deps, body, caller)),
]
