import type { Accounts, WalletAccount } from './accounts.ts'
import { declineReasons, type Behaviour } from './behaviours.ts'
import { accountProofMessage, messageFor, userMessage, type Voucher } from './encode.ts'
import { makeKeyPair, signWith } from './keys.ts'
import {
  accountProofService,
  accountServices,
  approved,
  declined,
  openIdService,
  type CompositeSignature,
  type Method,
  type PollingResponse,
  type WalletService,
} from './services.ts'

export type Question = {
  service: WalletService
  method: Method
  behaviour: Behaviour
  /** Address or name of the chosen account; only sign-in has a choice. */
  account?: string
  /** What FCL sent as the body of the request. */
  body: Record<string, unknown>
  /** What FCL sent as its configuration. */
  config?: { services?: Record<string, unknown> }
}
type World = { base: () => string; accounts: Accounts }

/** The wallet's answer once somebody pressed a button. */
export async function answerQuestion(world: World, question: Question): Promise<PollingResponse> {
  const reason = declineReasons[question.behaviour]
  if (reason !== undefined) return declined(reason)
  if (question.service === 'authn') return signIn(world, question)
  if (question.service === 'authn-refresh') return refresh(world, question)
  return question.service === 'authz' ? signTransaction(world, question) : signMessage(world, question)
}

async function signIn({ base, accounts }: World, question: Question): Promise<PollingResponse> {
  const account = await accounts.find(question.account ?? '')
  if (!account) return declined('No such account')
  const services = accountServices(base(), question.method, account)
  const kept = question.behaviour === 'no-authn' ? services.filter(({ type }) => type !== 'authn') : services
  const { appIdentifier, nonce } = question.body
  if (typeof appIdentifier === 'string' && typeof nonce === 'string' && question.behaviour !== 'no-account-proof') {
    if (!/^(?:[0-9a-f]{2}){32,}$/i.test(nonce)) return declined('The nonce must be at least 32 bytes in hex')
    const prover = question.behaviour === 'other-address' ? await anotherThan(accounts, account) : account
    const signature = signed(prover, accountProofMessage(appIdentifier, prover.address, nonce), question.behaviour)
    kept.push(accountProofService(prover.address, nonce, signature))
  }
  const scopes = question.config?.services?.['OpenID.scopes']
  if (typeof scopes === 'string' && scopes.includes('email')) kept.push(openIdService(account))
  return approved(authnResponse(account, kept))
}

async function refresh({ base, accounts }: World, { body, method }: Question): Promise<PollingResponse> {
  const account = await accountOf(accounts, body.data)
  if (!account) return declined(declineReasons.expired ?? '')
  return approved(authnResponse(account, accountServices(base(), method, account)))
}

const authnResponse = (account: WalletAccount, services: unknown[]) => ({
  f_type: 'AuthnResponse',
  f_vsn: '1.0.0',
  addr: account.address,
  services,
})

async function anotherThan(accounts: Accounts, account: WalletAccount) {
  const other = (await accounts.list()).find(({ address }) => address !== account.address)
  return other ?? account
}

async function accountOf(accounts: Accounts, data: unknown) {
  const { addr } = (data ?? {}) as { addr?: unknown }
  return typeof addr === 'string' ? accounts.find(addr) : undefined
}

// A forged signature is well formed but made by a key that is on no account.
function signed(account: WalletAccount, message: Buffer, behaviour: Behaviour): CompositeSignature {
  const key = behaviour === 'forged-signature' ? makeKeyPair(account.key.curve) : account.key
  return {
    f_type: 'CompositeSignature',
    f_vsn: '1.0.0',
    addr: account.address,
    keyId: account.keyId,
    signature: signWith(key, message).toString('hex'),
  }
}

/** True when the message that FCL wants signed is the one its transaction encodes to. */
export function matchesVoucher(signable: Record<string, unknown>): boolean {
  const { message, voucher, addr } = signable
  if (typeof message !== 'string' || typeof addr !== 'string' || typeof voucher !== 'object' || !voucher) return false
  try {
    return messageFor(voucher as Voucher, addr).toString('hex') === message.toLowerCase()
  } catch {
    return false
  }
}

async function signTransaction({ accounts }: World, { body, behaviour }: Question): Promise<PollingResponse> {
  const account = await accountOf(accounts, body)
  if (!account) return declined('No such account')
  if (!matchesVoucher(body)) return declined('The message is not the one of this transaction')
  const signer = behaviour === 'other-address' ? await anotherThan(accounts, account) : account
  const message = messageFor(body.voucher as Voucher, account.address)
  return approved(signed(signer, message, behaviour))
}

async function signMessage({ accounts }: World, { body, behaviour }: Question): Promise<PollingResponse> {
  const account = (await accountOf(accounts, body.data)) ?? (await accountOf(accounts, body))
  const { message } = body
  if (!account) return declined('No such account')
  if (typeof message !== 'string' || !/^(?:[0-9a-f]{2})+$/i.test(message)) return declined('The message must be hex')
  const signer = behaviour === 'other-address' ? await anotherThan(accounts, account) : account
  return approved(signed(signer, userMessage(message), behaviour))
}
