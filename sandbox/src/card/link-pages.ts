import { createHash } from 'node:crypto'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { entryTran } from './entry-tran.ts'
import { execTran, secureTran2 } from './exec-tran.ts'
import { jstStamp } from './gateway-clock.ts'
import type { Link } from './link-book.ts'
import { isPaid, type LinkContext } from './link-calls.ts'
import { linkClosedPage, linkDonePage, linkPage } from './link-page.ts'
import { numberCards } from './member-book.ts'
import { CardRefusal, refusalFields } from './refusals.ts'
import { tradedCard } from './stored-card-calls.ts'

type Fields = Record<string, string | undefined>
type LinkRequest = { Params: { id: string }; Body: Fields }

/**
 * The hosted page: card in, 3-D Secure in between, and the browser sent back to the shop with a
 * signed result.
 */
export function linkPages(app: FastifyInstance, context: LinkContext): void {
  void app.register(formbody)

  app.get<LinkRequest>('/link/:id', (request, reply) => {
    const link = context.links.find(request.params.id)
    if (!link) return noPage(reply)
    if (isPaid(context, link)) return finish(reply, context, link)
    return isOpen(context, link) ? ask(reply, context, link) : closed(reply, context, link)
  })

  app.post<LinkRequest>('/link/:id', async (request, reply) => {
    const link = context.links.find(request.params.id)
    if (!link) return noPage(reply)
    if (isPaid(context, link)) return finish(reply, context, link)
    const fields = request.body ?? {}
    if (fields.act === 'cancel') return reply.redirect(withResult(context, link, link.cancelUrl), 303)
    if (!isOpen(context, link)) return closed(reply, context, link)
    return orAskAgain(reply, context, link, () => putCard(reply, context, link, fields))
  })

  app.get<LinkRequest>('/link/:id/return', async (request, reply) => {
    const link = context.links.find(request.params.id)
    if (!link) return noPage(reply)
    if (isPaid(context, link)) return finish(reply, context, link)
    if (!isOpen(context, link)) return closed(reply, context, link)
    return orAskAgain(reply, context, link, async () => {
      await secureTran2(context, accessOf(context, link))
      return finishPaid(reply, context, link)
    })
  })
}

const isOpen = (context: LinkContext, link: Link) => !link.isRejected && context.clock().getTime() <= link.until

const noPage = (reply: FastifyReply) => reply.code(410).type('text/html').send(linkClosedPage('ja'))
const closed = (reply: FastifyReply, context: LinkContext, link: Link) =>
  reply
    .code(410)
    .type('text/html')
    .send(linkClosedPage(link.lang, withResult(context, link, link.cancelUrl)))

function ask(reply: FastifyReply, context: LinkContext, link: Link, fault?: 'wrongCard' | 'refused', errInfo?: string) {
  const member = context.members.find(link.memberId)
  const cards = member ? numberCards(member, '0') : []
  const thisYear = Number(jstStamp(context.clock()).slice(0, 4))
  return reply.type('text/html').send(linkPage({ link, cards, thisYear, fault, errInfo }))
}

/** A refused card leaves the buyer at the page to try another one. */
async function orAskAgain(reply: FastifyReply, context: LinkContext, link: Link, work: () => Promise<FastifyReply>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error
    return ask(reply, context, link, 'refused', error.errInfos.join(' '))
  }
}

async function putCard(reply: FastifyReply, context: LinkContext, link: Link, fields: Fields): Promise<FastifyReply> {
  const card = readCard(context, link, fields)
  if (!card) return ask(reply, context, link, 'wrongCard')
  const started = await startTrade(context, link, fields.keep === '1')
  const answer = await execTran(context, {
    ...accessOf(context, started),
    ...card,
    Method: link.method,
    RetUrl: `${context.linkUrl(link.id)}/return`,
    CallbackType: '3',
  })
  if (answer.RedirectUrl) return reply.redirect(answer.RedirectUrl, 303)
  return finishPaid(reply, context, started)
}

/** The fields of ExecTran for what the buyer typed or picked; undefined when a field is wrong. */
function readCard(context: LinkContext, link: Link, fields: Fields): Fields | undefined {
  const member = link.memberId ? { MemberID: link.memberId, SiteID: context.site.id, SitePass: context.site.pass } : {}
  if (fields.cardseq && link.memberId) return { ...member, SeqMode: '1', CardSeq: fields.cardseq }
  const { resultCode, tokenObject } = context.tokens.issue({
    shopid: context.shop.id,
    cardno: (fields.cardno ?? '').replace(/[\s-]/g, ''),
    expire: `${(fields.year ?? '').slice(-2)}${fields.month ?? ''}`,
    securitycode: fields.securitycode,
    holdername: fields.holdername,
  })
  return resultCode === '000' && tokenObject ? { ...member, Token: String(tokenObject.token) } : undefined
}

async function startTrade(context: LinkContext, link: Link, keepsCard: boolean): Promise<Link> {
  if (link.accessId) return link.keepsCard === keepsCard ? link : context.links.save({ ...link, keepsCard })
  const { AccessID } = await entryTran(context, {
    ShopID: context.shop.id,
    ShopPass: context.shop.pass,
    OrderID: link.orderId,
    JobCd: link.jobCd,
    Amount: String(link.amount),
    Tax: String(link.tax),
    TdFlag: link.tdFlag,
    Tds2Type: link.tds2Type,
  })
  return context.links.save({ ...link, accessId: AccessID, keepsCard })
}

function accessOf(context: LinkContext, link: Link) {
  const trade = context.book.byAccess(link.accessId ?? '')
  return { AccessID: trade?.accessId, AccessPass: trade?.accessPass }
}

async function finishPaid(reply: FastifyReply, context: LinkContext, link: Link) {
  if (link.keepsCard && link.registMemberId !== '') {
    const ids = { SiteID: context.site.id, SitePass: context.site.pass, MemberID: link.registMemberId }
    const shop = { ShopID: context.shop.id, ShopPass: context.shop.pass }
    // The payment is valid whether or not there is room for the card.
    await tradedCard(context, { ...shop, ...ids, OrderID: link.orderId, SeqMode: '1' }).catch((error: unknown) => {
      if (!(error instanceof CardRefusal)) throw error
    })
  }
  return finish(reply, context, link)
}

function finish(reply: FastifyReply, context: LinkContext, link: Link) {
  const back = withResult(context, link, link.completeUrl)
  return link.skipsResult ? reply.redirect(back, 303) : reply.type('text/html').send(linkDonePage(link, back))
}

/**
 * Adds `result`: JSON in base64, a dot, and the SHA-256 of that base64 text and the ShopPass in
 * hex.
 */
function withResult(context: LinkContext, link: Link, address: string): string {
  const trade = context.book.byAccess(link.accessId ?? '')
  const paid = isPaid(context, link)
  const errors = trade?.errInfo ? refusalFields([trade.errInfo]) : { ErrCode: null, ErrInfo: null }
  const result = {
    transactionresult: {
      AccessID: trade?.accessId ?? '',
      AccessPass: trade?.accessPass ?? '',
      OrderID: link.orderId,
      Result: paid ? 'PAYSUCCESS' : 'PAYSTART',
      Processdate: jstStamp(context.clock()),
      ...errors,
      Paymethod: 'credit',
    },
    credit: {
      Status: trade?.status ?? '',
      Forward: trade?.forward ?? '',
      Method: trade?.method ?? '',
      PayTimes: trade?.payTimes || null,
      TranID: trade?.tranId ?? '',
      Approve: trade?.approve ?? '',
      TranDate: trade?.tranDate ?? '',
    },
  }
  const text = Buffer.from(JSON.stringify(result)).toString('base64url')
  const url = new URL(address)
  const sign = createHash('sha256').update(text + context.shop.pass)
  url.searchParams.set('result', `${text}.${sign.digest('hex')}`)
  return url.href
}
