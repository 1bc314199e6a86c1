import type { SiteConfig } from '@kura/contract/site'
import { inTime, makeScriptLoader } from '../../platform/load-script.ts'
import type { CardField } from './card-fields.ts'

type GatewayCard = { cardno: string; expire: string; securitycode: string; holdername: string }
type TokenAnswer = { resultCode: string; tokenObject?: { token: string | string[] } }
type Multipayment = {
  init: (shopId: string) => void
  getToken: (card: GatewayCard & { tokennumber: string }, callback: (answer: TokenAnswer) => void) => void
}
/** A one-time token for the card, the field the gateway refuses, or no answer. */
export type CardToken =
  | { status: 'token'; token: string }
  | { status: 'refused'; field: CardField }
  | { status: 'away' }

const load = makeScriptLoader<Multipayment>()
const tokenMs = 30_000

/** Loads the gateway's script, on the first checkout only. */
export const loadCardScript = (card: SiteConfig['card']): Promise<Multipayment> =>
  load(card.scriptUrl, () => {
    const { Multipayment: gateway } = window as unknown as { Multipayment?: Multipayment }
    gateway?.init(card.shopId)
    return gateway
  })

/** Has the gateway turn a card into a one-time token. The card goes from the browser to the gateway and nowhere else. */
export async function takeCardToken(settings: SiteConfig['card'], card: GatewayCard): Promise<CardToken> {
  try {
    const gateway = await loadCardScript(settings)
    const answered = new Promise<TokenAnswer>((resolve) => {
      gateway.getToken({ ...card, tokennumber: '1' }, resolve)
    })
    const answer = await inTime(answered, tokenMs, 'the token of a card')
    const token = [answer.tokenObject?.token ?? []].flat()[0]
    if (answer.resultCode === '000' && token !== undefined) return { status: 'token', token }
    const field = refusedField(answer.resultCode)
    return field ? { status: 'refused', field } : { status: 'away' }
  } catch {
    return { status: 'away' }
  }
}

/** The gateway's result codes: the tens tell the field. */
export function refusedField(resultCode: string): CardField | undefined {
  const fields: Record<string, CardField> = { '10': 'number', '11': 'expiry', '12': 'code', '13': 'holder' }
  return /^1\d\d$/.test(resultCode) ? fields[resultCode.slice(0, 2)] : undefined
}
