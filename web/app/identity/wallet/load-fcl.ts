import type { SiteConfig } from '@kura/contract/site'
import { ownStorage } from '../../platform/session.ts'

export type Fcl = typeof import('@onflow/fcl')
type ProofRequest = { nonce: string; appIdentifier: string }

/**
 * Loads and configures the wallet library, once for the page. After any failure the next act tries
 * again.
 */
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

/**
 * Loads the wallet library on the first wallet action, never before: it weighs more than the rest
 * of the page.
 */
export const loadFcl = makeLoadFcl(() => {
  // after a failed import this listens once more, which changes nothing
  ignoreEmptyMessages(window)
  return import('@onflow/fcl')
}, ownStorage)

const resolver = 'fcl.accountProof.resolver'

/**
 * Sets what the wallet signs at the next authentication; undefined asks for no proof. While the
 * library has a resolver it accepts no authentication without a proof.
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
    // It would report a missing WalletConnect id, which we do not use, and every declined signature
    // as errors of the page. What goes wrong reaches us as results and typed errors.
    'logger.level': 0,
  })
}

/** Raise this when the wallet configuration changes in a way old sign-ins must not survive. */
const configVersion = 1
export const configVersionKey = 'fcl-config-version'

type World = {
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  signOut: () => Promise<void>
  current?: number
}

/**
 * Signs out of the wallet when it was last used under an older configuration, and notes the present
 * one. A browser that forbids storage, or has no room, notes nothing: then it signs out every time.
 */
export async function leaveOldConfig({ storage, signOut, current = configVersion }: World): Promise<void> {
  if (readVersion(storage) >= current) return
  await signOut()
  try {
    storage?.setItem(configVersionKey, String(current))
  } catch {
    // the next page signs out once more, which does no harm
  }
}

/** The recorded version; 0 when there is none or it cannot be read. */
function readVersion(storage: World['storage']): number {
  try {
    return Number(storage?.getItem(configVersionKey) ?? '0') || 0
  } catch {
    return 0
  }
}

/**
 * Hides messages without content from later listeners. The wallet library reads a field of each
 * message and treats the error of `null` as the wallet's: any window with a reference to ours could
 * close an open wallet. Call this before the library listens.
 */
export function ignoreEmptyMessages(target: EventTarget): void {
  const stop = (event: Event): void => {
    if ((event as MessageEvent).data === null) event.stopImmediatePropagation()
  }
  target.addEventListener('message', stop, { capture: true })
}
