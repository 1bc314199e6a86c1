import { html, page } from './html.ts'

const faults = [
  ['declinePercent', '断られる支払いの割合（注文ごとに決まる）'],
  ['lostChallengePercent', '本人確認が終わらない割合。何も承認されない（注文ごと）'],
  ['lostReturnPercent', '承認されるのにブラウザが戻らない割合（注文ごと）'],
  ['lostResponsePercent', '処理した後で接続が切れる割合（呼び出しごと）'],
  ['http500Percent', '処理した後で HTTP 500 を返す割合（呼び出しごと）'],
  ['http429Percent', '処理せずに HTTP 429 を返す割合（呼び出しごと）'],
  ['slowPercent / slowMs', '遅れて答える割合と、その時間（ミリ秒）'],
  ['downSeconds', '設定した時からこの秒数のあいだ、すべて 503'],
] as const

const example = `curl -X PUT -H 'content-type: application/json' \\
  -d '{"seed":"7","card":{"declinePercent":30,"lostChallengePercent":10},"paidy":{"lostResponsePercent":5}}' \\
  …/sandbox/faults`

/** What the storm can do, for a person. */
export const stormPage: string = page(
  '嵐',
  html`<p><a href="/">← sandbox</a></p>
    <h1>嵐</h1>
    <p>
      カード（card）と Paidy（paidy）のそれぞれに、割合で障害を起こします。何が起きるかは種（seed）と注文番号と、PUT
      の後で何度目の呼び出しかだけで決まるので、同じ種なら同じことがもう一度起きます。
    </p>
    <div class="scroll" tabindex="0">
      <table>
        <tbody>
          ${faults.map(
            ([name, text]) =>
              html`<tr>
                <td><code>${name}</code></td>
                <td>${text}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <h2>使い方</h2>
    <pre>${example}</pre>
    <p><a href="/sandbox/faults">GET・PUT・DELETE /sandbox/faults</a></p>`,
  { wide: true },
)
