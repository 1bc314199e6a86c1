import { entryOrderNewCard } from '@kura/contract/shop/buy-pack'
import { gateOf } from '@kura/server/app'
import { reserveCharge } from '@kura/server/checkout/order/buy-card'
import { buildDeps } from '@kura/server/deps'
import { readEnv } from '@kura/server/env'
import { hashOfToken } from '@kura/server/money/payment/charge'
import { apiPlugin } from '@kura/server/platform/http/api-plugin'
import { on } from '@kura/server/platform/http/on'
import { unitOf } from '@kura/server/shop/pack/sellable-pack'
import { serve } from './serve.ts'

// Not a reference but ours: the endpoint with its own checks and transaction, up to the call of the
// gateway.
const deps = await buildDeps(readEnv())
const route = on(entryOrderNewCard, async ({ params, body }, caller) => {
  const tokenHash = hashOfToken(body.paymentToken)
  const { payment, isNew } = await reserveCharge(deps, caller, {
    subject: unitOf(params.packId),
    usedPoint: 0,
    intent: { method: 'new-card', tokenHash, retUrl: deps.env.PUBLIC_URL + body.retUrl },
    findFirst: async () => undefined,
  })
  if (!isNew) throw new Error('nothing was reserved')
  return { orderId: payment.orderId, accessID: '', redirectUrl: null }
})
await serve(async (app) => {
  await app.register(apiPlugin, { deps, routes: [route], gate: gateOf(deps) })
})
