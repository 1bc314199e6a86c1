import type { WalletAccount } from './accounts.ts'

export type Method = 'IFRAME/RPC' | 'POP/RPC' | 'HTTP/POST'
export const methods: readonly Method[] = ['IFRAME/RPC', 'POP/RPC', 'HTTP/POST']
export const walletServices = ['authn', 'authz', 'user-signature', 'authn-refresh'] as const
export type WalletService = (typeof walletServices)[number]
/** True for a service that has a page of its own. */
export const isWalletService = (text: unknown): text is WalletService =>
  walletServices.some((service) => service === text)

/** A service in the words of FCL. */
export type Service = Record<string, unknown> & { type: string }
export type CompositeSignature = {
  f_type: 'CompositeSignature'
  f_vsn: '1.0.0'
  addr: string
  keyId: number
  signature: string
}
export type PollingResponse = {
  f_type: 'PollingResponse'
  f_vsn: '1.0.0'
  status: 'APPROVED' | 'DECLINED' | 'PENDING'
  reason: string | null
  data: unknown
  updates?: Service
  local?: Service
}

const pragma = { f_type: 'Service', f_vsn: '1.0.0' } as const
const labels: Record<Method, string> = {
  'IFRAME/RPC': 'Kura 開発ウォレット',
  'POP/RPC': 'Kura 開発ウォレット（別の窓）',
  'HTTP/POST': 'Kura 開発ウォレット（サーバー経由）',
}

export const approved = (data: unknown): PollingResponse => ({
  f_type: 'PollingResponse',
  f_vsn: '1.0.0',
  status: 'APPROVED',
  reason: null,
  data,
})
export const declined = (reason: string): PollingResponse => ({
  f_type: 'PollingResponse',
  f_vsn: '1.0.0',
  status: 'DECLINED',
  reason,
  data: null,
})

// Pages answer in a frame or window; over HTTP the app's call itself is answered.
const endpointOf = (base: string, method: Method, service: WalletService) =>
  method === 'HTTP/POST' ? `${base}/wallet/back/${service}` : `${base}/wallet/${service}`

const provider = (base: string, method: Method) => ({
  address: null,
  name: labels[method],
  icon: `${base}/wallet/icon.svg`,
  description: 'Accounts of the sandbox network',
  website: `${base}/wallet`,
})

/** What discovery offers: the same wallet by each way of talking to it. */
export const offeredWallets = (base: string): Service[] =>
  methods.map((method) => ({
    ...pragma,
    type: 'authn',
    uid: `kura-sandbox-wallet#authn-${method.toLowerCase().replace('/', '-')}`,
    endpoint: endpointOf(base, method, 'authn'),
    method,
    params: { method },
    provider: provider(base, method),
  }))

/** The services of a signed-in account. */
export function accountServices(base: string, method: Method, account: WalletAccount): Service[] {
  const { address, keyId } = account
  const common = (type: WalletService) => ({
    ...pragma,
    type,
    uid: `kura-sandbox-wallet#${type}`,
    endpoint: endpointOf(base, method, type),
    method,
    params: { method },
  })
  const services: Service[] = [
    {
      ...common('authn'),
      id: address,
      identity: { f_type: 'Identity', f_vsn: '1.0.0', address, keyId },
      provider: provider(base, method),
    },
    { ...common('authz'), identity: { f_type: 'Identity', f_vsn: '1.0.0', address, keyId } },
    { ...common('user-signature'), data: { addr: address, keyId } },
  ]
  // A second window in one click is blocked by browsers, so a wallet in a window cannot refresh
  // silently.
  if (method !== 'POP/RPC') services.push({ ...common('authn-refresh'), data: { addr: address, keyId } })
  return services
}

/** The proof of an account, as a service without a place to call. */
export const accountProofService = (address: string, nonce: string, signature: CompositeSignature): Service => ({
  ...pragma,
  type: 'account-proof',
  method: 'DATA',
  uid: 'kura-sandbox-wallet#account-proof',
  data: { f_type: 'account-proof', f_vsn: '1.0.0', address, nonce, signatures: [signature] },
})

/** What the wallet knows of the person, for an app that asked for it. */
export const openIdService = (account: WalletAccount): Service => ({
  ...pragma,
  type: 'open-id',
  uid: 'kura-sandbox-wallet#open-id',
  method: 'DATA',
  data: {
    f_type: 'OpenID',
    f_vsn: '1.0.0',
    profile: { name: account.label, nickname: account.name },
    email: { email: account.email, email_verified: true },
  },
})

/** The first answer of the way over HTTP: look here, ask there until a person has decided. */
export const pending = (base: string, service: WalletService, pollingId: string): PollingResponse => ({
  f_type: 'PollingResponse',
  f_vsn: '1.0.0',
  status: 'PENDING',
  reason: null,
  data: null,
  updates: {
    ...pragma,
    type: 'back-channel-rpc',
    method: 'HTTP/GET',
    endpoint: `${base}/wallet/back/poll`,
    params: { pollingId },
  },
  local: {
    ...pragma,
    type: 'local-view',
    method: 'VIEW/IFRAME',
    endpoint: `${base}/wallet/${service}`,
    params: { pollingId },
  },
})
