import type { SiteConfig } from '@kura/contract/site'
import { ownStorage } from '../session/own-storage.ts'
import { leaveOldConfig } from './config-version.ts'

export type Fcl = typeof import('@onflow/fcl')
export type ProofRequest = { nonce: string; appIdentifier: string }

let loading: Promise<Fcl> | undefined
let proofRequest: ProofRequest | undefined

/** Loads the wallet library on the first wallet action, never before: it weighs more than the rest of the page. */
export function loadFcl(site: SiteConfig): Promise<Fcl> {
  loading ??= import('@onflow/fcl').then(
    async (fcl) => {
      configure(fcl, site)
      await leaveOldConfig({ storage: ownStorage(), signOut: () => fcl.currentUser.unauthenticate() })
      return fcl
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** What the wallet shall sign at the next authentication; undefined asks for no proof. */
export function askForProof(request: ProofRequest | undefined): void {
  proofRequest = request
}

function configure(fcl: Fcl, site: SiteConfig): void {
  const { flow } = site
  fcl.config({
    'flow.network': flow.network,
    'accessNode.api': flow.accessNode,
    'discovery.wallet': flow.discovery,
    'discovery.wallet.method': flow.discoveryMethod,
    'app.detail.title': site.name,
    'app.detail.icon': `${site.publicUrl}/icon.png`,
    'app.detail.url': site.publicUrl,
    'fcl.limit': 5000,
    'fcl.accountProof.resolver': async () => proofRequest ?? null,
    'service.OpenID.scopes': 'email',
    // It would report a missing WalletConnect id, which we do not use, and every declined signature as errors of the page.
    // What goes wrong reaches us as results and typed errors.
    'logger.level': 0,
  } as Parameters<Fcl['config']>[0])
}
