import { html, page } from '../shared/html.ts'
import { testBuyers } from './checkouts.ts'

/**
 * The page inside the overlay: it asks who the buyer is, then for the code, and tells the shop's
 * page the end.
 */
export const checkoutPage = page(
  'Paidy',
  html`<div class="sheet" role="dialog" aria-modal="true" aria-labelledby="heading">
    <div class="sheet-top">
      <p class="brand">KURA SANDBOX PAIDY</p>
      <button type="button" class="plain" id="close" aria-label="閉じる">✕</button>
    </div>
    <img id="logo" alt="" hidden />
    <h1 id="heading">Paidy でのお支払い</h1>
    <dl class="card">
      <dt>ご利用先</dt>
      <dd id="store"></dd>
      <dt>お支払い金額</dt>
      <dd id="amount"></dd>
    </dl>
    <p id="fault" class="alert" role="alert" hidden></p>
    <form id="buyer" class="stack" novalidate>
      <label>メールアドレス <input type="email" name="email" autocomplete="email" required list="buyers" /></label>
      <datalist id="buyers">
        <option value="${testBuyers.authorized}"></option>
        <option value="${testBuyers.rejected}"></option>
      </datalist>
      <label>携帯電話番号 <input type="tel" name="phone" autocomplete="tel" required /></label>
      <button class="primary">次へ</button>
      <p class="hint">
        試せるメールアドレスは <code>${testBuyers.authorized}</code>（承認）と
        <code>${testBuyers.rejected}</code>（否認）、電話番号は <code>${testBuyers.phone}</code> です。
      </p>
    </form>
    <form id="code" class="stack" novalidate hidden>
      <label
        >SMS で届いた認証コード
        <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="4" required
      /></label>
      <button class="primary">支払う</button>
      <p class="hint">試せるコードは <code>${testBuyers.code}</code> です。お金は動きません。</p>
    </form>
    <div id="end" class="stack" hidden>
      <p id="end-text" role="status"></p>
      <button type="button" class="primary" id="finish">店に戻る</button>
    </div>
    <p id="waiting" role="status" hidden>応答がありません。この画面のままお待ちください。</p>
  </div>`,
  { script: '/paidy/frame.js' },
)
