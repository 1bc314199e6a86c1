import { decodeWindows31j } from '../card/windows-31j.ts'
import { sandboxShop } from '../card/start-card.ts'

export type Answer = Record<string, string>

/** A shop's side of the card gateway, as small as a test needs it. */
export function cardClient(pages: string) {
  const shop = { ShopID: sandboxShop.id, ShopPass: sandboxShop.pass }
  const call = async (name: string, fields: Answer): Promise<Answer> => {
    const answer = await fetch(`${pages}/card/payment/${name}.idPass`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    const text = decodeWindows31j(new Uint8Array(await answer.arrayBuffer()))
    return Object.fromEntries(
      text.split('&').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    )
  }
  const askToken = async (cardno: string, more: Answer = {}) => {
    const fields = { shopid: shop.ShopID, cardno, expire: '4912', securitycode: '123', holdername: 'HANAKO', ...more }
    const answer = await fetch(`${pages}/card/token`, { method: 'POST', body: new URLSearchParams(fields) })
    return (await answer.json()) as { resultCode: string; tokenObject?: { token: string; maskedCardNo: string } }
  }
  const token = async (cardno: string) => (await askToken(cardno)).tokenObject?.token ?? ''
  /** Opens a trade with 3-D Secure and puts the card on it. */
  const begin = async (OrderID: string, cardno: string, more: Answer = {}) => {
    const entry = await call('EntryTran', { ...shop, OrderID, JobCd: 'CAPTURE', Amount: '1200', TdFlag: '2', ...more })
    const trade = { AccessID: entry.AccessID ?? '', AccessPass: entry.AccessPass ?? '' }
    const exec = await call('ExecTran', {
      ...trade,
      OrderID,
      Method: '1',
      Token: await token(cardno),
      RetUrl: 'http://shop.test/return?order=1',
      CallbackType: '3',
      ...more,
    })
    return { trade, exec }
  }
  const decide = (url: string | undefined, decision: string) =>
    fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' })
  const search = (OrderID: string) => call('SearchTrade', { ...shop, OrderID })
  return { shop, call, askToken, token, begin, decide, search }
}
