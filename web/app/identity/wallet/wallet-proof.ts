import type { SiteConfig } from '@kura/contract/site'
import { askForProof, loadFcl } from './load-fcl.ts'
import type { Fcl } from './load-fcl.ts'
import { toWalletError } from './wallet-error.ts'
import type { Result } from '@kura/contract/result'

export type WalletProof = { address: string; email: string; signatures: { keyId: number; signature: string }[] }
export type ProofResult =
  | { status: 'proven'; proof: WalletProof }
  | { status: 'not-signed-in' }
  | { status: 'unexpected-service' }

type Service = { type: string; data?: unknown }
type ProofData = { address?: string; signatures?: { keyId: number; signature: string }[] }
type OpenIdData = { email?: { email?: string } }

/**
 * Signs in to the wallet again and has it prove its address over the nonce. A wallet that is not
 * signed in afterwards means the person left; one without both the authentication and the
 * account-proof service cannot be used.
 */
export async function proveWallet(
  site: SiteConfig,
  nonce: string,
  load: (site: SiteConfig) => Promise<Fcl> = loadFcl,
): Promise<ProofResult> {
  const fcl = await load(site)
  askForProof(fcl, { nonce, appIdentifier: location.origin })
  try {
    await fcl.unauthenticate()
    await fcl.authenticate()
    const user = (await fcl.currentUser.snapshot()) as {
      loggedIn?: boolean | null
      addr?: string | null
      services?: Service[] | null
    }
    if (!user.loggedIn || !user.addr) return { status: 'not-signed-in' }
    const services = user.services ?? []
    const proofOf = services.find((service) => service.type === 'account-proof')?.data as ProofData | undefined
    if (!services.some((service) => service.type === 'authn') || !proofOf?.signatures)
      return { status: 'unexpected-service' }
    const openId = services.find((service) => service.type === 'open-id')?.data as OpenIdData | undefined
    return {
      status: 'proven',
      proof: {
        address: withPrefix(proofOf.address ?? user.addr),
        email: openId?.email?.email ?? '',
        signatures: proofOf.signatures.map(({ keyId, signature }) => ({ keyId, signature })),
      },
    }
  } catch (error) {
    throw toWalletError(error)
  } finally {
    askForProof(fcl, undefined)
  }
}

/** A Flow address as the product writes it: lower case with its prefix. */
export const withPrefix = (address: string): string => `0x${address.toLowerCase().replace(/^0x/, '')}`

/** The server keeps a nonce for five minutes; the person needs some of them in the wallet. */
const freshMs = 240_000
/**
 * How often one that is kept ready is checked: it is replaced in time while the person takes
 * theirs.
 */
const lookMs = 30_000

type Prepared = Result<{ nonce: string }>

/**
 * Keeps a nonce ready before the click, because browsers block a wallet window that opens long
 * after it. `prepare` fetches one unless a fresh unused one is there; `take` hands it out once.
 */
export function keepNonce(fetchNonce: () => Promise<Prepared>, now: () => number = Date.now) {
  let kept: { prepared: Promise<Prepared>; since: number } | undefined
  const prepare = (): Promise<Prepared> => {
    if (kept && now() - kept.since < freshMs) return kept.prepared
    const mine = { prepared: fetchNonce(), since: now() }
    kept = mine
    void mine.prepared.then((result) => {
      // a refusal is not kept: the next click tries again
      if (!result.ok && kept === mine) kept = undefined
    })
    return mine.prepared
  }
  return {
    prepare,
    async take(): Promise<Prepared> {
      const result = await prepare()
      kept = undefined
      return result
    },
  }
}

/** Prepares a nonce now and keeps it fresh; the returned function stops that. */
export function keepReady(prepare: () => Promise<unknown>): () => void {
  void prepare()
  const timer = setInterval(() => void prepare(), lookMs)
  return () => clearInterval(timer)
}
