import type { signingWords as en } from '../en/signing.ts'
import type { WordsLike } from '../word-key.ts'

/** Words of what a member's wallet signs and runs, and of what can go wrong with it. */
export const signingWords = {
  'signing.what': '署名の内容について',
  'signing.can': '署名するとできること',
  'signing.can.revoke': 'いつでも取り消せます。このサイトが止まっていても、ご自分のウォレットから取り消せます。',
  'signing.cannot': '署名してもできないこと',
  'signing.details': '署名する内容をくわしく見る',
  'signing.text': 'ウォレットが実行するプログラム',
  'signing.values': '渡される値',
  'signing.in-wallet': 'ウォレットの画面で内容を確かめて、署名してください。',
  'signing.sealing': 'ブロックチェーンに記録しています。ふつう1分以内に終わります。',
  'signing.failed': '完了しませんでした',
  'signing.unclear': '結果を確かめられませんでした',
  'signing.unclear-text': 'ウォレットから送信されたかどうか、まだわかりません。この画面で状況を確かめてください。',
  'signing.unclear-wait':
    '実行されていれば、数分のうちに自動で反映されます。反映されないときだけ、もう一度お試しください。',
  'signing.error.user-rejected': 'ウォレットでの署名を取りやめました。何も変わっていません。',
  'signing.error.session-expired':
    'ウォレットのログインの有効期限が切れていました。何も変わっていません。もう一度押すと、ウォレットにログインし直せます。',
  'signing.error.incorrect-device':
    'いつもと異なる端末と判断されたため、ウォレットが署名しませんでした。何も変わっていません。ウォレットに登録した端末でお試しください。',
  'signing.error.popup-blocked':
    'ウォレットの画面がブラウザに止められました。ポップアップを許可して、もう一度お試しください。',
  'signing.error.different-address':
    '連携しているウォレットとは別のウォレットでした。何も変わっていません。もう一度押して、連携しているウォレットを選んでください。',
  'signing.error.not-loaded':
    'ウォレットを開く準備ができませんでした。何も変わっていません。通信の状態を確かめて、もう一度お試しください。',
  'signing.error.not-reached':
    'ネットワークにつながらず、結果を確かめられませんでした。送信できていれば、数分のうちに自動で反映されます。',
  'signing.error.storage-full':
    'ウォレットの保存容量が足りないため、実行されませんでした。ウォレットにFLOWを少し加えると容量が増えます。アイテムは手元にあります。',
  'signing.error.transaction-expired':
    '混み合っていて、時間内に記録されませんでした。何も変わっていません。もう一度お試しください。',
  'signing.error.invalid-capability':
    'ウォレットの中に保管庫を確認できなかったため、実行されませんでした。マイページの「ウォレット」で保管庫の状態を確かめてください。',
  'signing.error.recipient-without-vault':
    '送り先のウォレットには、アイテムを受け取る保管庫がありません。アイテムは手元にあります。相手の方に保管庫の作成をお願いしてください。',
  'signing.error.token-gone':
    'このアイテムは、連携しているウォレットの保管庫にありません。すでに移動したようです。マイページでご確認ください。',
  'signing.error.sales-paused':
    '会員どうしの売買を一時停止しているため、受け付けられませんでした。再開までお待ちください。',
  'signing.error.listings-full':
    '同時に出品できる数の上限に達しています。ほかの出品を取り下げてから、もう一度お試しください。',
  'signing.error.listing-outdated':
    '署名までの間に条件が変わったため、受け付けられませんでした。アイテムは手元にあります。もう一度はじめからお試しください。',
  'signing.error.listing-gone': 'その出品は、ブロックチェーン上ではすでに終わっています。',
  'signing.error.unknown':
    'ウォレットでの処理がうまくいきませんでした。アイテムは手元にあります。少し待ってから、もう一度お試しください。',
} satisfies WordsLike<typeof en>
