import type { Env } from '../../env.ts'
import { captured, lost, refusal, callCard, callCardJson } from './card-wire.ts'
import type { CardAnswer, CardFields } from './card-wire.ts'
import type { CardGateway, PayingCard } from './card.ts'
import type { Declined, Done, RenewLease, Trade, Unknown } from './payment-gateway.ts'

type Settings = Pick<Env, 'CARD_GATEWAY_URL' | 'CARD_SHOP_ID' | 'CARD_SHOP_PASS' | 'CARD_SITE_ID' | 'CARD_SITE_PASS'>
type Call = (name: string, fields: CardFields) => Promise<CardAnswer>

/**
 * The card gateway over its own wire: 3-D Secure 2 always, a card that cannot do it is refused, the
 * browser returns by GET.
 */
export function cardGateway(env: Settings): CardGateway {
  const url = env.CARD_GATEWAY_URL.replace(/\/$/, '')
  const call: Call = (name, fields) => callCard(url, name, fields)
  const asShop = { ShopID: env.CARD_SHOP_ID, ShopPass: env.CARD_SHOP_PASS }
  const asSite = { SiteID: env.CARD_SITE_ID, SitePass: env.CARD_SITE_PASS }
  const pages = hostedPages(url, asShop)
  return {
    async enter({ gatewayOrderId, amountYen }) {
      const answer = await call('EntryTran', {
        ...asShop,
        OrderID: gatewayOrderId,
        JobCd: 'CAPTURE',
        Amount: String(amountYen),
        TdFlag: '2',
        Tds2Type: '2',
      })
      if (answer.kind !== 'fields') {
        // our own id is there already: the answer to an earlier call was lost
        if (answer.kind === 'refused' && answer.codes.includes('E01040010')) return lost('E01040010')
        return refusal(answer)
      }
      const { AccessID = '', AccessPass = '' } = answer.fields
      return AccessID && AccessPass
        ? { kind: 'entered', accessId: AccessID, accessPass: AccessPass }
        : lost('no AccessID')
    },
    async execute({ accessId, accessPass, gatewayOrderId, card, retUrl }) {
      const answer = await call('ExecTran', {
        AccessID: accessId,
        AccessPass: accessPass,
        OrderID: gatewayOrderId,
        Method: '1',
        ...cardFields(card, asSite),
        RetUrl: retUrl,
        CallbackType: '3',
      })
      if (answer.kind !== 'fields') return refusal(answer)
      if (answer.fields['ACS'] !== '2') return captured(env.CARD_SHOP_PASS, answer.fields)
      const redirectUrl = answer.fields['RedirectUrl'] ?? ''
      return /^https?:\/\//.test(redirectUrl) && URL.canParse(redirectUrl)
        ? { kind: 'challenge', redirectUrl }
        : lost('no RedirectUrl')
    },
    async complete({ accessId, accessPass }) {
      const answer = await call('SecureTran2', { AccessID: accessId ?? '', AccessPass: accessPass ?? '' })
      return answer.kind === 'fields' ? captured(env.CARD_SHOP_PASS, answer.fields) : refusal(answer)
    },
    async search({ gatewayOrderId }) {
      const answer = await call('SearchTrade', { ...asShop, OrderID: gatewayOrderId })
      if (answer.kind === 'refused')
        return answer.codes.includes('E01110002') ? { kind: 'absent' } : lost(answer.codes[0])
      if (answer.kind === 'lost') return lost(answer.cause)
      const trade = readTrade(gatewayOrderId, answer.fields)
      return trade ? { kind: 'found', trade } : lost('a trade that does not read')
    },
    refund: (_payment, trade, renew = async () => true) => refund(call, asShop, trade, renew),
    openPage: pages.open,
    // only a page of the gateway takes money without another call of ours
    release: async ({ method, gatewayOrderId }) =>
      method === 'hosted' ? pages.reject(gatewayOrderId) : { kind: 'done' },
  }
}

const cardFields = (card: PayingCard, asSite: CardFields): CardFields =>
  card.kind === 'token'
    ? { Token: card.token }
    : {
        ...asSite,
        MemberID: card.gatewayMemberId,
        // physical: the number of a card stays when another is deleted
        SeqMode: '1',
        CardSeq: String(card.gatewaySeq),
        SecurityCode: card.securityCode,
      }

/** Kinds of return by the day of the payment: the same day, the same month, later. */
export function returnKinds(processedAt: string, now: Date): string[] {
  const today = new Date(now.getTime() + 9 * 3_600_000).toISOString().replace(/\D/g, '')
  if (processedAt.slice(0, 8) === today.slice(0, 8)) return ['VOID', 'RETURN', 'RETURNX']
  return processedAt.slice(0, 6) === today.slice(0, 6) ? ['RETURN', 'RETURNX', 'VOID'] : ['RETURNX', 'RETURN', 'VOID']
}

async function refund(
  call: Call,
  asShop: CardFields,
  trade: Trade,
  renew: RenewLease,
): Promise<Done | Declined | Unknown> {
  let last: Declined = { kind: 'declined', error: 'E11010003' }
  // midnight may pass between our clock and the gateway's: a refused kind changed nothing, so the
  // next one may be asked
  for (const job of returnKinds(trade.processedAt, new Date())) {
    if (!(await renew())) return lost('another process works on it')
    const answer = await call('AlterTran', {
      ...asShop,
      AccessID: trade.ref,
      AccessPass: trade.pass,
      JobCd: job,
      ...(job === 'VOID' ? {} : { Amount: String(trade.amountYen) }),
    })
    if (answer.kind === 'fields') return { kind: 'done' }
    if (answer.kind === 'lost') return lost(answer.cause)
    last = { kind: 'declined', error: answer.codes[0] ?? '' }
    if (!answer.codes.includes('E11010003')) return last
  }
  return last
}

const statuses: Readonly<Record<string, Trade['status']>> = {
  UNPROCESSED: 'open',
  AUTHENTICATED: 'challenged',
  CAPTURE: 'captured',
  SALES: 'captured',
  VOID: 'returned',
  RETURN: 'returned',
  RETURNX: 'returned',
}

function readTrade(gatewayOrderId: string, fields: CardFields): Trade | undefined {
  const status = statuses[fields['Status'] ?? '']
  const amountYen = Number(fields['Amount'])
  const { AccessID = '', AccessPass = '' } = fields
  if (!status || !Number.isSafeInteger(amountYen) || !AccessID || fields['OrderID'] !== gatewayOrderId) return undefined
  return {
    status,
    ref: AccessID,
    pass: AccessPass,
    amountYen,
    currency: 'JPY',
    orderRef: gatewayOrderId,
    proof: { tranId: fields['TranID'] ?? '', approve: fields['Approve'] ?? '' },
    refundRef: '',
    processedAt: fields['ProcessDate'] ?? '',
  }
}

type HostedPages = {
  open: CardGateway['openPage']
  /**
   * Closes the page: no payment is possible there any more. `unknown` when it was paid or the
   * gateway does not say.
   */
  reject: (gatewayOrderId: string) => Promise<Done | Declined | Unknown>
}

/** Payment pages of the card gateway, by its JSON calls. */
const hostedPages = (url: string, asShop: CardFields): HostedPages => ({
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
