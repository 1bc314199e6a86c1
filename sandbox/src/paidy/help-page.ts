import { html, page } from '../shared/html.ts'
import { testBuyers } from './checkouts.ts'
import type { PaidyKeys } from './rest.ts'

const calls = [
  ['GET /paidy/payments/{id}', '支払いの今の姿'],
  ['PUT /paidy/payments/{id}', 'description、metadata、order.order_ref を変える'],
  ['POST /paidy/payments/{id}/captures', '全額を売上にして閉じる'],
  ['POST /paidy/payments/{id}/refunds', 'capture_id の売上から amount 円を返す（省くと残り全部）'],
  ['POST /paidy/payments/{id}/close', '売上にせずに閉じる'],
] as const

const refusals = [
  ['400', 'request_content.malformed', '項目が足りない、合計が合わない、返金が売上を超える'],
  ['401', 'authentication.failed', '鍵がない、または違う'],
  ['404', 'not_found', '支払いがない'],
  ['409', 'payment.conflict', 'すでに閉じている、返し終わっている、同じ Paidy-Idempotency-Key で別の内容'],
] as const

const events = ['authorize_success', 'capture_success', 'close_success', 'refund_success', 'update_success']

/** What can be tried with Paidy, for people who try the shop. */
export const paidyHelpPage = ({ publicKey, secretKey }: PaidyKeys): string =>
  page(
    'Paidy',
    html`<p><a href="/">← sandbox</a></p>
      <h1>Paidy</h1>
      <p>
        店の画面が <code>/paidy/checkout.js</code> を読み、<code>Paidy.configure({api_key, logo_url, closed})</code> の
        <code>launch(payload)</code> で支払いの画面を開きます。承認は 30 日で切れます。
      </p>
      <h2>買う人</h2>
      <dl class="card">
        <dt>承認されるメール</dt>
        <dd><code>${testBuyers.authorized}</code></dd>
        <dt>否認されるメール</dt>
        <dd><code>${testBuyers.rejected}</code></dd>
        <dt>電話番号</dt>
        <dd><code>${testBuyers.phone}</code></dd>
        <dt>認証コード</dt>
        <dd><code>${testBuyers.code}</code></dd>
      </dl>
      <p>画面を閉じると <code>closed</code> が status <code>closed</code> で呼ばれます。</p>
      <h2>鍵</h2>
      <dl class="card">
        <dt>公開鍵</dt>
        <dd><code>${publicKey}</code></dd>
        <dt>秘密鍵（Authorization: Bearer）</dt>
        <dd><code>${secretKey}</code></dd>
      </dl>
      <h2>呼び出し</h2>
      <div class="scroll" tabindex="0">
        <table>
          <tbody>
            ${calls.map(
              ([call, text]) =>
                html`<tr>
                  <td><code>${call}</code></td>
                  <td>${text}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p>ヘッダー <code>Paidy-Version: 2018-04-10</code>、<code>Paidy-Idempotency-Key</code>（なくてもよい）。</p>
      <h2>エラー</h2>
      <div class="scroll" tabindex="0">
        <table>
          <tbody>
            ${refusals.map(
              ([status, code, text]) =>
                html`<tr>
                  <td>${status}</td>
                  <td><code>${code}</code></td>
                  <td>${text}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <h2>通知</h2>
      <p>
        商品サイトの <code>/api/notices/paidy</code> へ、署名のない JSON
        <code>{payment_id, order_ref, status, event_type, timestamp}</code> を、2xx が返るまで送ります。status は
        ${events.map((event) => html`<code>${event}</code> `)}です。
      </p>
      <h2>スイッチ</h2>
      <p>
        支払いの一覧 <a href="/sandbox/paidy">/sandbox/paidy</a>、管理画面と同じ一覧のダウンロード
        <a href="/sandbox/paidy/payments.csv">/sandbox/paidy/payments.csv</a>、障害
        <a href="/sandbox/paidy/switches">GET・PUT・DELETE /sandbox/paidy/switches</a>、種で決まる障害
        <a href="/sandbox/faults">/sandbox/faults</a>
      </p>`,
    { wide: true },
  )
