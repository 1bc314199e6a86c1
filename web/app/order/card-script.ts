import type { SiteConfig } from '@kura/contract/site'
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

let loading: Promise<Multipayment> | undefined

/** Loads the gateway's script, on the first checkout only. */
export function loadCardScript(card: SiteConfig['card']): Promise<Multipayment> {
  loading ??= new Promise<Multipayment>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = card.scriptUrl
    script.addEventListener('load', () => {
      const { Multipayment: gateway } = window as unknown as { Multipayment?: Multipayment }
      if (!gateway) return reject(new Error('the card script is not what it should be'))
      gateway.init(card.shopId)
      resolve(gateway)
    })
    script.addEventListener('error', () => {
      // the next use may try again
      loading = undefined
      script.remove()
      reject(new Error('the card script did not load'))
    })
    document.head.append(script)
  })
  return loading
}

/** Has the gateway turn a card into a one-time token. The card goes from the browser to the gateway and nowhere else. */
export async function takeCardToken(settings: SiteConfig['card'], card: GatewayCard): Promise<CardToken> {
  try {
    const gateway = await loadCardScript(settings)
    const answer = await new Promise<TokenAnswer>((resolve) => {
      gateway.getToken({ ...card, tokennumber: '1' }, resolve)
    })
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
