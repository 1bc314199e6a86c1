import { createHash } from 'node:crypto'
import type { Env } from '../env.ts'
import type { CardCaptured, CardDeclined, CardGateway, CardTrade, CardUnknown } from './card.ts'
import { callCard } from './card-wire.ts'
import type { CardAnswer, CardFields } from './card-wire.ts'

type Shop = { url: string; id: string; pass: string }

/** The card gateway over its own wire: 3-D Secure 2 always, a card that cannot do it is refused, the browser returns by GET. */
export function cardGateway(env: Pick<Env, 'CARD_GATEWAY_URL' | 'CARD_SHOP_ID' | 'CARD_SHOP_PASS'>): CardGateway {
  const shop: Shop = { url: env.CARD_GATEWAY_URL.replace(/\/$/, ''), id: env.CARD_SHOP_ID, pass: env.CARD_SHOP_PASS }
  const call = (name: string, fields: CardFields) => callCard(shop.url, name, fields)
  const asShop = { ShopID: shop.id, ShopPass: shop.pass }
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
    async execute({ accessId, accessPass, gatewayOrderId, token, retUrl }) {
      const answer = await call('ExecTran', {
        AccessID: accessId,
        AccessPass: accessPass,
        OrderID: gatewayOrderId,
        Method: '1',
        Token: token,
        RetUrl: retUrl,
        CallbackType: '3',
      })
      if (answer.kind !== 'fields') return refusal(answer)
      if (answer.fields['ACS'] !== '2') return captured(shop, answer.fields)
      const redirectUrl = answer.fields['RedirectUrl'] ?? ''
      return /^https?:\/\//.test(redirectUrl) && URL.canParse(redirectUrl)
        ? { kind: 'challenge', redirectUrl }
        : lost('no RedirectUrl')
    },
    async complete({ accessId, accessPass }) {
      const answer = await call('SecureTran2', { AccessID: accessId, AccessPass: accessPass })
      return answer.kind === 'fields' ? captured(shop, answer.fields) : refusal(answer)
    },
    async search(gatewayOrderId) {
      const answer = await call('SearchTrade', { ...asShop, OrderID: gatewayOrderId })
      if (answer.kind === 'refused')
        return answer.codes.includes('E01110002') ? { kind: 'absent' } : lost(answer.codes[0])
      if (answer.kind === 'lost') return lost(answer.cause)
      const trade = readTrade(gatewayOrderId, answer.fields)
      return trade ? { kind: 'found', trade } : lost('a trade that does not read')
    },
    refund: (trade) => refund(call, asShop, trade),
  }
}

/** Kinds of return by the day of the payment: the same day, the same month, later. */
export function returnKinds(processedAt: string, now: Date): string[] {
  const today = new Date(now.getTime() + 9 * 3_600_000).toISOString().replace(/\D/g, '')
  if (processedAt.slice(0, 8) === today.slice(0, 8)) return ['VOID', 'RETURN', 'RETURNX']
  return processedAt.slice(0, 6) === today.slice(0, 6) ? ['RETURN', 'RETURNX', 'VOID'] : ['RETURNX', 'RETURN', 'VOID']
}

async function refund(
  call: (name: string, fields: CardFields) => Promise<CardAnswer>,
  asShop: CardFields,
  trade: CardTrade,
): Promise<{ kind: 'done' } | CardDeclined | CardUnknown> {
  let last: CardDeclined = { kind: 'declined', error: 'E11010003' }
  // midnight may pass between our clock and the gateway's: a refused kind changed nothing, so the next one may be asked
  for (const job of returnKinds(trade.processedAt, new Date())) {
    const answer = await call('AlterTran', {
      ...asShop,
      AccessID: trade.accessId,
      AccessPass: trade.accessPass,
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

const lost = (cause: string | undefined): CardUnknown => ({ kind: 'unknown', cause: cause ?? '' })

const refusal = (answer: Exclude<CardAnswer, { kind: 'fields' }>): CardDeclined | CardUnknown =>
  answer.kind === 'lost' ? lost(answer.cause) : { kind: 'declined', error: answer.codes[0] ?? '' }

const signedFields = ['OrderID', 'Forward', 'Method', 'PayTimes', 'Approve', 'TranID', 'TranDate'] as const

/** A payment, believed only when its check string was made with our password. */
function captured(shop: Shop, fields: CardFields): CardCaptured | CardUnknown {
  const text = signedFields.map((name) => fields[name] ?? '').join('')
  const expected = createHash('md5')
    .update(text + shop.pass)
    .digest('hex')
  if (fields['CheckString']?.toLowerCase() !== expected) return lost('the check string is wrong')
  return { kind: 'captured', tranId: fields['TranID'] ?? '', approve: fields['Approve'] ?? '' }
}

const statuses: Readonly<Record<string, CardTrade['status']>> = {
  UNPROCESSED: 'open',
  AUTHENTICATED: 'challenged',
  CAPTURE: 'captured',
  SALES: 'captured',
  VOID: 'returned',
  RETURN: 'returned',
  RETURNX: 'returned',
}

function readTrade(gatewayOrderId: string, fields: CardFields): CardTrade | undefined {
  const status = statuses[fields['Status'] ?? '']
  const amountYen = Number(fields['Amount'])
  const { AccessID = '', AccessPass = '' } = fields
  if (!status || !Number.isSafeInteger(amountYen) || !AccessID || fields['OrderID'] !== gatewayOrderId) return undefined
  return {
    status,
    accessId: AccessID,
    accessPass: AccessPass,
    amountYen,
    tranId: fields['TranID'] ?? '',
    approve: fields['Approve'] ?? '',
    processedAt: fields['ProcessDate'] ?? '',
  }
}
