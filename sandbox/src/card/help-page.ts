import { html, page } from '../shared/html.ts'
import { magicAmounts, magicCards } from './magic-cards.ts'
import { refusalTexts } from './refusals.ts'
import type { Shop, Site } from './call.ts'

/** The table of cards and amounts and what they do, for people who try the shop. */
export const cardHelpPage = (shop: Shop, site: Site): string =>
  page(
    'カード決済',
    html`<p><a href="/">← sandbox</a></p>
      <h1>カード決済</h1>
      <p>
        有効期限は先の月ならいつでも、セキュリティコードは 3〜4 桁の数字なら何でも使えます。番号と金額はこの sandbox
        だけの決まりです。ShopID <code>${shop.id}</code>、ShopPass <code>${shop.pass}</code>、SiteID
        <code>${site.id}</code>、SitePass <code>${site.pass}</code>
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
      ${callTables}
      <h2>スイッチ</h2>
      <p>
        <a href="/sandbox/card">GET・PUT・DELETE /sandbox/card</a>、取引の一覧は
        <a href="/sandbox/card/trades">/sandbox/card/trades</a>（capturedAmount と refundedAmount
        が受け取った額と返した額）、管理画面と同じ取引一覧のダウンロードは
        <a href="/sandbox/card/trades.csv">/sandbox/card/trades.csv</a>（from・to に yyyyMMdd）、会員と登録カードは
        <a href="/sandbox/card/members">/sandbox/card/members</a>、種で決まる障害は
        <a href="/sandbox/faults">/sandbox/faults</a>
      </p>`,
    { wide: true },
  )

const calls = [
  ['EntryTran ExecTran SecureTran2', '取引を開き、カードを載せ、3-D セキュアの後に決済する。JobCd=CHECK は確認だけ'],
  ['AlterTran', 'SALES、VOID、RETURN、RETURNX。RETURN と RETURNX は Amount で一部だけ返せる'],
  ['ChangeTran', '決済した金額を変える'],
  ['SearchTrade', '注文番号で取引を調べる。Amount は返した分を引いた残り'],
  ['SaveMember UpdateMember DeleteMember SearchMember', '会員'],
  ['SaveCard SearchCard DeleteCard TradedCard', '登録カード。SeqMode 1 の番号は変わらず、0 の番号は削除で詰まる'],
  ['GetLinkplusUrlPayment.json RejectLinkplusUrlPayment.json', 'カードを入力する支払いページを作る、閉じる'],
] as const

const stages = { exec: 'ExecTran', secure: 'SecureTran2（3-D セキュア）', pay: '決済（3-D セキュアの後）' }

const callTables = html`<h2>呼び出し</h2>
  <div class="scroll" tabindex="0">
    <table>
      <tbody>
        ${calls.map(
          ([names, text]) =>
            html`<tr>
              <td>${names.split(' ').map((name) => html`<code>${name}</code> `)}</td>
              <td>${text}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
  <h2>断りの意味</h2>
  <details>
    <summary>ErrInfo の一覧</summary>
    <dl>
      ${Object.entries(refusalTexts).map(
        ([errInfo, text]) =>
          html`<dt><code>${errInfo}</code></dt>
            <dd>${text}</dd>`,
      )}
    </dl>
  </details>`
