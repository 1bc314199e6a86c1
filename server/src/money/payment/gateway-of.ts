import type { Deps } from '../../deps.ts'
import type { PaymentGateway } from '../../platform/gateways/payment-gateway.ts'

export type GatewayDeps = Pick<Deps, 'card' | 'paidy'>

/** Who takes the money of a payment. */
export const gatewayOf = (deps: GatewayDeps, { gateway }: { gateway: 'card' | 'paidy' }): PaymentGateway =>
  gateway === 'paidy' ? deps.paidy : deps.card
