import { html, page } from '../shared/html.ts'
import type { Mail } from './mail-box.ts'

const time = (iso: string) => new Date(iso).toLocaleString('ja-JP', { timeZone: 'Asia/Tokyo' })

/** The list of mails, newest first. */
export const mailListPage = (mails: readonly Mail[], to: string): string =>
  page(
    'メール',
    html`<p><a href="/">← sandbox</a></p>
      <h1>メール（${mails.length} 通）</h1>
      <form method="get" action="/mail" class="card">
        <label>宛先で絞る <input type="email" name="to" value="${to}" autocomplete="off" /></label>
      </form>
      ${mails.length === 0 && html`<p>まだ届いていません。商品サイトが送ったメールは、ここにすべて届きます。</p>`}
      ${mails.map(
        (mail) =>
          html`<p class="card">
            <a href="/mail/read/${mail.id}">${mail.subject || '（件名なし）'}</a><br />
            <small>${mail.to.join(', ')} · ${time(mail.receivedAt)}</small>
          </p>`,
      )}`,
    { wide: true },
  )

/** One mail: the HTML part without scripts in a frame of its own, the text part below. */
export const mailPage = (mail: Mail): string =>
  page(
    mail.subject,
    html`<p><a href="/mail">← メール</a></p>
      <h1>${mail.subject}</h1>
      <dl class="card">
        <dt>宛先</dt>
        <dd>${mail.to.join(', ')}</dd>
        <dt>差出人</dt>
        <dd>${mail.from}</dd>
        <dt>日時</dt>
        <dd>${time(mail.receivedAt)}</dd>
        ${
          mail.code !== undefined &&
          html`<dt>コード</dt>
            <dd><code data-code>${mail.code}</code></dd>`
        }
      </dl>
      ${
        mail.links.length > 0 &&
        html`<ul>
          ${mail.links.map((link) => html`<li><a href="${link}" target="_blank" rel="noreferrer">${link}</a></li>`)}
        </ul>`
      }
      ${
        mail.html !== '' &&
        html`<iframe
          class="mail-frame"
          title="HTML"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcdoc="${`<base target="_blank">${mail.html}`}"
        ></iframe>`
      }
      <h2>テキスト</h2>
      <pre>${mail.text}</pre>`,
    { wide: true },
  )
