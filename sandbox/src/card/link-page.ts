import { html, page } from '../shared/html.ts'
import type { Link } from './link-book.ts'
import { linkWords } from './link-words.ts'
import type { NumberedCard } from './member-book.ts'

type View = {
  link: Link
  cards: readonly NumberedCard[]
  thisYear: number
  fault?: 'wrongCard' | 'refused'
  errInfo?: string
}

const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** The hosted page where a buyer types a card or picks one. */
export function linkPage({ link, cards, thisYear, fault, errInfo }: View): string {
  const words = linkWords[link.lang]
  const years = Array.from({ length: 15 }, (_, index) => String(thisYear + index))
  const body = html`<p class="brand">KURA SANDBOX CARD</p>
    <h1>${words.heading}</h1>
    <dl class="card">
      <dt>${words.shop}</dt>
      <dd>${link.shopName}</dd>
      <dt>${words.amount}</dt>
      <dd>¥${(link.amount + link.tax).toLocaleString('ja-JP')}</dd>
      <dt>${words.order}</dt>
      <dd>${link.orderId}</dd>
    </dl>
    ${fault && html`<p class="alert" role="alert">${words[fault]} ${errInfo && html`<small>${errInfo}</small>`}</p>`}
    <form method="post" class="card stack">
      ${cards.length > 0 && savedCards(link, cards)}
      <label
        >${words.number} <input name="cardno" inputmode="numeric" autocomplete="cc-number" maxlength="19" value=""
      /></label>
      <fieldset class="pair">
        <legend>${words.expire}</legend>
        <select name="month" aria-label="${words.month}" autocomplete="cc-exp-month">
          ${months.map((month) => html`<option>${month}</option>`)}
        </select>
        <select name="year" aria-label="${words.year}" autocomplete="cc-exp-year">
          ${years.map((year) => html`<option>${year}</option>`)}
        </select>
      </fieldset>
      <label>${words.code} <input name="securitycode" inputmode="numeric" autocomplete="cc-csc" maxlength="4" /></label>
      <label>${words.holder} <input name="holdername" autocomplete="cc-name" maxlength="50" /></label>
      ${
        link.registMemberId !== '' &&
        html`<label class="choice"><input type="checkbox" name="keep" value="1" />${words.keep}</label>`
      }
      <button class="primary" name="act" value="pay">${words.pay}</button>
      <button name="act" value="cancel">${words.cancel}</button>
    </form>
    <p class="hint">${words.play}</p>`
  return page(words.title, body, { lang: link.lang })
}

const savedCards = (link: Link, cards: readonly NumberedCard[]) =>
  html`<fieldset>
    <legend>${linkWords[link.lang].saved}</legend>
    ${cards.map(
      ({ card, physical }) =>
        html`<label class="choice"
          ><input type="radio" name="cardseq" value="${physical}" /> ${card.masked}
          ${card.expire.slice(2)}/${card.expire.slice(0, 2)}</label
        >`,
    )}
    <label class="choice"><input type="radio" name="cardseq" value="" checked /> ${linkWords[link.lang].newCard}</label>
  </fieldset>`

/** Shown after the payment where the shop wants it. */
export function linkDonePage(link: Link, backUrl: string): string {
  const words = linkWords[link.lang]
  const body = html`<p class="brand">KURA SANDBOX CARD</p>
    <h1>${words.done}</h1>
    <dl class="card">
      <dt>${words.amount}</dt>
      <dd>¥${(link.amount + link.tax).toLocaleString('ja-JP')}</dd>
      <dt>${words.order}</dt>
      <dd>${link.orderId}</dd>
    </dl>
    <p><a class="button" href="${backUrl}">${words.back}</a></p>`
  return page(words.title, body, { lang: link.lang })
}

/**
 * Shown when the page can no longer be paid; `backUrl` leads to the shop where it is known which
 * one.
 */
export function linkClosedPage(lang: Link['lang'], backUrl?: string): string {
  const words = linkWords[lang]
  const body = html`<p class="brand">KURA SANDBOX CARD</p>
    <h1>${words.closed}</h1>
    <p>${words.closedText}</p>
    ${backUrl && html`<p><a class="button" href="${backUrl}">${words.back}</a></p>`}`
  return page(words.closed, body, { lang })
}
