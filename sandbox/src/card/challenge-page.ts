import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, page } from '../shared/html.ts'
import type { Storm } from '../shared/storm.ts'
import type { Switches } from '../shared/switches.ts'
import type { CardFaults } from './card-switches.ts'
import type { Challenge, Trade, TradeBook, Verdict } from './trade-book.ts'

const verdicts: readonly Verdict[] = ['approved', 'failed', 'cancelled']
const isVerdict = (text: string): text is Verdict => verdicts.some((verdict) => verdict === text)

type Options = { book: TradeBook; switches: Switches<CardFaults>; storm: Storm }

/** The page of the card's bank: the member approves, fails, cancels, or never comes back. */
export function challengePages(app: FastifyInstance, { book, switches, storm }: Options): void {
  void app.register(formbody)

  const decide = async (trade: Trade, challenge: Challenge, verdict: Verdict) => {
    // The first decision counts: going back in the browser must not make a failed step succeed.
    if (trade.status !== 'AUTHENTICATED' || challenge.verdict) return
    await book.save({ ...trade, challenge: { ...challenge, verdict } })
  }
  /** Takes the verdict and sends the browser back, unless the storm keeps one or the other. */
  const finish = async (reply: FastifyReply, trade: Trade, challenge: Challenge, verdict?: Verdict) => {
    if (storm.strikesOrder('lostChallenge', trade.orderId)) return reply.type('text/html').send(waitingPage())
    if (verdict) await decide(trade, challenge, verdict)
    if (storm.strikesOrder('lostReturn', trade.orderId)) return reply.type('text/html').send(waitingPage())
    return goBack(reply, trade, challenge)
  }

  app.get<{ Params: { id: string } }>('/acs/:id', async (request, reply) => {
    const trade = book.byChallenge(request.params.id)
    const challenge = trade?.challenge
    if (!trade || challenge?.id !== request.params.id) return lost(reply)
    const scripted = challenge.frictionless ? 'approved' : switches.now.challenge
    if (!challenge.verdict && !isVerdict(scripted)) return reply.type('text/html').send(askPage(trade))
    return finish(reply, trade, challenge, isVerdict(scripted) ? scripted : undefined)
  })

  app.post<{ Params: { id: string }; Body: { decision?: string } }>('/acs/:id', async (request, reply) => {
    const trade = book.byChallenge(request.params.id)
    const challenge = trade?.challenge
    if (!trade || challenge?.id !== request.params.id) return lost(reply)
    const decision = request.body?.decision ?? ''
    if (decision === 'late') {
      await decide(trade, challenge, 'approved')
      reply.header('refresh', `${Math.ceil(switches.now.lateMs / 1000)};url=/card/acs/${challenge.id}`)
      return reply.type('text/html').send(waitingPage())
    }
    if (decision === 'timeout') return reply.type('text/html').send(waitingPage())
    if (!isVerdict(decision)) return reply.code(400).type('text/plain').send('no such decision')
    return finish(reply, trade, challenge, decision)
  })
}

const lost = (reply: FastifyReply) =>
  reply
    .code(404)
    .type('text/html')
    .send(page('本人認証', html`<h1>この認証はありません</h1>`))

function goBack(reply: FastifyReply, trade: Trade, challenge: Challenge) {
  if (challenge.callbackType === '3') {
    const url = new URL(challenge.retUrl)
    url.searchParams.set('AccessID', trade.accessId)
    return reply.redirect(url.href, 303)
  }
  const body = html`<form method="post" action="${challenge.retUrl}" id="back">
    <input type="hidden" name="AccessID" value="${trade.accessId}" />
    <button class="primary">お店に戻る / Back to the shop</button>
  </form>`
  return reply.type('text/html').send(page('お店に戻ります', body, { script: '/card/submit.js' }))
}

const waitingPage = () =>
  page(
    '応答待ち',
    html`<p class="brand">KURA SANDBOX CARD</p>
      <h1>カード会社からの応答がありません</h1>
      <p>この画面のままお待ちください。ブラウザの戻るボタンは押さないでください。</p>`,
  )

const askPage = (trade: Trade) =>
  page(
    '本人認証',
    html`<p class="brand">KURA SANDBOX CARD · 3-D SECURE 2</p>
      <h1>本人認証サービス / Card check</h1>
      <div class="card">
        <dl>
          <dt>ご利用先</dt>
          <dd>${trade.shopId}</dd>
          <dt>ご利用金額</dt>
          <dd>¥${(trade.amount + trade.tax).toLocaleString('ja-JP')}</dd>
          <dt>カード番号</dt>
          <dd>${trade.card?.masked}</dd>
          <dt>ご注文番号</dt>
          <dd>${trade.orderId}</dd>
        </dl>
        <form method="post" class="stack">
          <button class="primary" name="decision" value="approved">承認する / Approve</button>
          <button class="danger" name="decision" value="failed">認証に失敗する / Fail</button>
          <button name="decision" value="cancelled">キャンセルする / Cancel</button>
          <button name="decision" value="timeout">時間切れ（戻らない） / Time out</button>
          <button name="decision" value="late">遅れて承認する / Approve late</button>
        </form>
      </div>
      <p class="hint">これは開発用の画面です。お金は動きません。 / A play page: no money moves.</p>`,
  )
