import type { SiteConfig } from '@kura/contract/site'
import { ownStorage } from '../../platform/own-storage.ts'
import { leaveOldConfig } from './config-version.ts'
import { ignoreEmptyMessages } from './ignore-empty-messages.ts'

export type Fcl = typeof import('@onflow/fcl')
export type ProofRequest = { nonce: string; appIdentifier: string }

/** Brings the wallet library and makes it ready, once for the page. Whatever goes wrong on the way, the next act tries again. */
export function makeLoadFcl(
  bring: () => Promise<Fcl>,
  storage: () => Pick<Storage, 'getItem' | 'setItem'> | undefined,
) {
  let loading: Promise<Fcl> | undefined
  const load = async (site: SiteConfig): Promise<Fcl> => {
    const fcl = await bring()
    configure(fcl, site)
    await leaveOldConfig({ storage: storage(), signOut: () => fcl.currentUser.unauthenticate() })
    return fcl
  }
  return (site: SiteConfig): Promise<Fcl> => {
    if (loading) return loading
    const mine = load(site)
    loading = mine
    mine.catch(() => {
      if (loading === mine) loading = undefined
    })
    return mine
  }
}

/** Loads the wallet library on the first wallet action, never before: it weighs more than the rest of the page. */
export const loadFcl = makeLoadFcl(() => {
  // an import that failed is tried again, and listens once more, which changes nothing
  ignoreEmptyMessages(window)
  return import('@onflow/fcl')
}, ownStorage)

const resolver = 'fcl.accountProof.resolver'

/**
 * What the wallet shall sign at the next authentication; undefined asks for no proof. While the library knows a resolver it takes no
 * authentication without one.
 */
export function askForProof(fcl: Fcl, request: ProofRequest | undefined): void {
  if (request) fcl.config().put(resolver, () => Promise.resolve(request))
  else fcl.config().delete(resolver)
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
    'service.OpenID.scopes': 'email',
    // It would report a missing WalletConnect id, which we do not use, and every declined signature as errors of the page.
    // What goes wrong reaches us as results and typed errors.
    'logger.level': 0,
  })
}
