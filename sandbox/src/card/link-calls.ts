import { randomBytes } from 'node:crypto'
import { checkShop, isJob, refuseAny, type CallContext } from './call.ts'
import { jstStamp } from './gateway-clock.ts'
import type { Link, LinkBook } from './link-book.ts'
import { CardRefusal } from './refusals.ts'

type Part = Readonly<Record<string, unknown>>
export type LinkContext = CallContext & { links: LinkBook; linkUrl(id: string): string }
/** One JSON call: an object in, an object out, or a CardRefusal. */
export type LinkCall = (context: LinkContext, body: Part) => Promise<Record<string, string>>

const partOf = (body: Part, name: string): Part => {
  const part = body[name]
  return typeof part === 'object' && part !== null ? (part as Part) : {}
}
const textOf = (part: Part, name: string) => {
  const value = part[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** GetLinkplusUrlPayment: a page of the gateway where the buyer types the card. */
export const getLinkplusUrlPayment: LinkCall = async (context, body) => {
  const access = partOf(body, 'geturlparam')
  checkShop(context, { ShopID: textOf(access, 'ShopID'), ShopPass: textOf(access, 'ShopPass') })
  const link = readLink(context, body)
  const trade = context.book.byOrder(link.orderId)
  if (trade && trade.accessId !== context.links.byOrder(link.orderId)?.accessId) throw new CardRefusal('E01040010')
  await context.links.save({ ...link, accessId: trade?.accessId })
  return { OrderID: link.orderId, LinkUrl: context.linkUrl(link.id), ProcessDate: jstStamp(context.clock()) }
}

/**
 * RejectLinkplusUrlPayment: nobody can pay at the order's page any more; refused once it is paid.
 */
export const rejectLinkplusUrlPayment: LinkCall = async (context, body) => {
  checkShop(context, { ShopID: textOf(body, 'ShopID'), ShopPass: textOf(body, 'ShopPass') })
  const link = context.links.byOrder(textOf(body, 'OrderID'))
  if (!link) throw new CardRefusal('E01110002')
  if (isPaid(context, link)) throw new CardRefusal('E11010001')
  await context.links.save({ ...link, isRejected: true })
  return { OrderID: link.orderId, ProcessDate: jstStamp(context.clock()) }
}

/** True once the trade of the page took the card's money or its check. */
export const isPaid = ({ book }: CallContext, { accessId }: Link): boolean => {
  const status = book.byAccess(accessId ?? '')?.status ?? 'UNPROCESSED'
  return status !== 'UNPROCESSED' && status !== 'AUTHENTICATED'
}

function readLink(context: CallContext, body: Part): Link {
  const transaction = partOf(body, 'transaction')
  const credit = partOf(body, 'credit')
  const display = partOf(body, 'displaysetting')
  const orderId = textOf(transaction, 'OrderID')
  const amount = textOf(transaction, 'Amount')
  const tax = textOf(transaction, 'Tax')
  const jobCd = textOf(credit, 'JobCd') || 'CAPTURE'
  const retUrl = textOf(transaction, 'RetUrl')
  refuseAny([
    ['E01040001', orderId === ''],
    ['E01040003', orderId.length > 27],
    ['E01040013', !/^[A-Za-z0-9-]*$/.test(orderId)],
    ['E01050002', !isJob(jobCd)],
    ['E01060001', amount === ''],
    ['E01060006', !/^\d*$/.test(amount)],
    ['E01060005', amount.length > 7],
    ['E01070006', !/^\d*$/.test(tax)],
    ['E01530001', !isWebAddress(retUrl)],
  ])
  const optionalUrl = (name: string) => {
    const url = textOf(transaction, name)
    refuseAny([['E01530001', url !== '' && !isWebAddress(url)]])
    return url || retUrl
  }
  return {
    id: randomBytes(18).toString('hex'),
    orderId,
    amount: Number(amount),
    tax: Number(tax),
    jobCd,
    method: textOf(credit, 'Method') || '1',
    tdFlag: textOf(credit, 'TdFlag') || '2',
    tds2Type: textOf(credit, 'Tds2Type'),
    retUrl,
    completeUrl: optionalUrl('CompleteUrl'),
    cancelUrl: optionalUrl('CancelUrl'),
    lang: textOf(display, 'Lang') === 'en' ? 'en' : 'ja',
    shopName: textOf(display, 'ShopName') || context.shop.id,
    memberId: textOf(credit, 'MemberID'),
    registMemberId: textOf(credit, 'RegistMemberID'),
    skipsResult: textOf(transaction, 'ResultSkipFlag') === '1',
    until: expiryOf(textOf(transaction, 'PaymentExpireDate'), context.clock()),
    isRejected: false,
  }
}

const isWebAddress = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url)

/** `yyyyMMddHHmm` on the clock of Japan; without it a day from now. */
function expiryOf(text: string, now: Date): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)
  if (!parts) return now.getTime() + 86_400_000
  const [, year, month, day, hour, minute] = parts
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:59+09:00`)
}
