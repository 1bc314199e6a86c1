import { html, page } from '../shared/html.ts'
import { magicAmounts, magicCards } from './magic-cards.ts'
import { refusalTexts } from './refusals.ts'
import type { Shop } from './call.ts'

/** The table of cards and amounts and what they do, for people who try the shop. */
export const cardHelpPage = (shop: Shop): string =>
  page(
    'カード決済',
    html`<p><a href="/">← sandbox</a></p>
      <h1>カード決済</h1>
      <p>
        有効期限は先の月ならいつでも、セキュリティコードは 3〜4 桁の数字なら何でも使えます。番号と金額はこの sandbox
        だけの決まりです。ShopID <code>${shop.id}</code>、ShopPass <code>${shop.pass}</code>
      </p>
      <h2>カード番号</h2>
      <div class="scroll" tabindex="0">
        <table>
          <thead>
            <tr>
              <th>番号</th>
              <th>すること</th>
              <th>ErrInfo</th>
              <th>場面</th>
            </tr>
          </thead>
          <tbody>
            ${magicCards.map(
              (card) =>
                html`<tr>
                  <td><code>${card.number}</code></td>
                  <td>${card.note}</td>
                  <td>${card.outcome && html`<code>${card.outcome.errInfo}</code>`}</td>
                  <td>${card.outcome ? stages[card.outcome.at] : ''}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <h2>金額</h2>
      <div class="scroll" tabindex="0">
        <table>
          <tbody>
            ${Object.entries(magicAmounts).map(
              ([amount, { errInfo, at, charged }]) =>
                html`<tr>
                  <td>¥${Number(amount).toLocaleString('ja-JP')}</td>
                  <td>${refusalTexts[errInfo]}${charged && '（実際には決済済み）'}</td>
                  <td><code>${errInfo}</code></td>
                  <td>${stages[at]}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <h2>スイッチ</h2>
      <p>
        <a href="/sandbox/card">GET・PUT・DELETE /sandbox/card</a>、取引の一覧は
        <a href="/sandbox/card/trades">/sandbox/card/trades</a>
      </p>`,
    { wide: true },
  )

const stages = { exec: 'ExecTran', secure: 'SecureTran2（3-D セキュア）', pay: '決済（3-D セキュアの後）' }
