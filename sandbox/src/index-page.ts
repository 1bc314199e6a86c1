import { html, page } from './shared/html.ts'

const rooms = [
  ['/mail', 'メール', '商品サイトが送ったメールを読む', '/sandbox/mail'],
  ['/push', 'プッシュ通知', 'ブラウザに届いた通知を読む', '/sandbox/push'],
  ['/service', '連携サービス', '会員の許可を得てアイテムを並べる、よそのサービス', ''],
  ['/card', 'カード決済', '試せるカード番号と金額、登録カード、支払いページ', '/sandbox/card'],
  ['/paidy', 'Paidy', '試せる買い手、鍵、呼び出し', '/sandbox/paidy/switches'],
  ['/wallet', 'ウォレット', 'Flow のアカウントと承認の画面', '/sandbox/wallet'],
  ['/discovery', 'ウォレットの一覧', 'FCL が開く選択画面', ''],
  ['/storm', '嵐', '種で決まる障害を割合で起こす', '/sandbox/faults'],
  ['/sandbox/captcha', '人間の確認', 'スコアと障害のスイッチ', '/sandbox/captcha'],
] as const

/** The front door: every page and every switch of the sandbox. */
export const indexPage = (addresses: Readonly<Record<string, string>>): string =>
  page(
    'はじめに',
    html`<p class="brand">KURA SANDBOX</p>
      <h1>開発用の外の世界</h1>
      <p>商品サイトの外にあるものが、ここでは本物と同じ言葉で話します。お金もメールも、この機械の外へは出ません。</p>
      ${rooms.map(
        ([path, name, text, switches]) =>
          html`<div class="card">
            <h2><a href="${path}">${name}</a></h2>
            <p>${text}</p>
            ${switches !== '' && html`<small>スイッチ <a href="${switches}">${switches}</a>（GET・PUT・DELETE）</small>`}
          </div>`,
      )}
      <h2>住所</h2>
      <dl>
        ${Object.entries(addresses).map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd><code>${value}</code></dd>`,
        )}
      </dl>`,
    { wide: true },
  )
