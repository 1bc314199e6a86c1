import { lost, refusal } from './card-answers.ts'
import { callCardJson } from './card-wire.ts'
import type { CardFields } from './card-wire.ts'
import type { CardGateway } from './card.ts'
import type { Declined, Done, Unknown } from './payment-gateway.ts'

export type HostedPages = {
  open: CardGateway['openPage']
  /** Nobody can pay at the page any more. `unknown` when it was paid or the gateway does not say. */
  reject: (gatewayOrderId: string) => Promise<Done | Declined | Unknown>
}

/** Payment pages of the card gateway, by its JSON calls. */
export const hostedPages = (url: string, asShop: CardFields): HostedPages => ({
  async open({ gatewayOrderId, amountYen, language, returnUrl, shopName, until }) {
    const answer = await callCardJson(url, 'GetLinkplusUrlPayment', {
      geturlparam: asShop,
      configid: 'kura',
      transaction: {
        OrderID: gatewayOrderId,
        Amount: String(amountYen),
        Tax: '0',
        RetUrl: returnUrl,
        CompleteUrl: returnUrl,
        CancelUrl: returnUrl,
        PayMethods: ['credit'],
        ResultSkipFlag: '1',
        PaymentExpireDate: until,
      },
      credit: { JobCd: 'CAPTURE', Method: '1', TdFlag: '2', Tds2Type: '2' },
      displaysetting: { Lang: language, ShopName: shopName },
    })
    if (answer.kind !== 'fields') return refusal(answer)
    const link = answer.fields['LinkUrl'] ?? ''
    return /^https?:\/\//.test(link) && URL.canParse(link) ? { kind: 'opened', url: link } : lost('no LinkUrl')
  },
  async reject(gatewayOrderId) {
    const answer = await callCardJson(url, 'RejectLinkplusUrlPayment', { ...asShop, OrderID: gatewayOrderId })
    // no page was ever opened: there is nothing to pay at
    if (answer.kind === 'refused' && answer.codes.includes('E01110002')) return { kind: 'done' }
    return answer.kind === 'fields' ? { kind: 'done' } : refusal(answer)
  },
})
