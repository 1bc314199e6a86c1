import type { transferWords as english } from '../en/transfer.ts'
import type { WordsLike } from '../word-key.ts'

/** Words of sending a piece to another wallet, and of what stands in its way. */
export const transferWords = {
  'transfer.title': '別のウォレットへ移す',
  'transfer.lead':
    'このアイテムを、ご自身の別のウォレットや、ほかの方のウォレットのアドレスへ移します。代金のやりとりはありません。',
  'transfer.list.title': '移転の記録',
  'transfer.list.empty': 'まだ移転はありません',
  'transfer.list.empty-text': 'アイテムを別のウォレットへ移すと、その状況をここで確かめられます。',
  'transfer.one': '移転の状況',
  'transfer.piece': 'アイテム',
  'transfer.to': '宛先',
  'transfer.to.named': '{{name}}さんへ',
  'transfer.to.place': '{{place}}へ',
  'transfer.address': '宛先のウォレットアドレス',
  'transfer.address-hint': '0x と16文字です。このサイトのプロフィールページのURLでも入力できます。',
  'transfer.address-missing': '宛先のウォレットアドレスを入力してください。',
  'transfer.address-short': 'アドレスが短すぎます。0x のあとに16文字あります。',
  'transfer.address-mistyped': 'このアドレスは存在しません。文字の間違いがないか、もう一度見比べてください。',
  'transfer.address-other-network':
    '別のネットワークのアドレスです。送っても届きません。正しいアドレスを、お相手にお確かめください。',
  'transfer.asking': '受け取れるか確かめています…',
  'transfer.ask-again': 'もう一度確かめる',
  'transfer.recipient': '{{name}}さんのウォレットです。',
  'transfer.recipient-nameless': '表示名を設定していない会員のウォレットです。',
  'transfer.recipient-stranger':
    '会員のものではないウォレットですが、受け取れます。アドレスをもう一度見比べてください。',
  'transfer.recipient-none': '会員ではない方のウォレット',
  'transfer.obstacle.not-owned': 'このアイテムはあなたの保管庫にないため、送れません。',
  'transfer.obstacle.listed': 'このアイテムは出品中です。先に出品を取り下げると、送れるようになります。',
  'transfer.obstacle.held':
    'このアイテムは、購入手続き中か、売れてお届けの途中です。購入に至らなかったときは、出品を取り下げると送れるようになります。',
  'transfer.obstacle.offered-as-gift':
    'このアイテムは贈りものとしてご案内中か、お届けの途中です。まだ受け取られていなければ、贈りものを取り消すと送れるようになります。',
  'transfer.obstacle.not-an-address': 'このネットワークに、このアドレスはありません。もう一度見比べてください。',
  'transfer.obstacle.own-address': 'あなたのウォレットです。アイテムはすでにそこにあります。',
  'transfer.obstacle.shop-address': '運営のアカウントです。ここへ送ったものは戻りません。',
  'transfer.obstacle.no-collection':
    'このウォレットにはアイテムの保管庫がまだないため、受け取れません。お相手がこのサイトでウォレットを一度連携すると、保管庫がつくられます。',
  'transfer.obstacle.recipient-age':
    'この作品は年齢制限の対象です。お届け先の会員の年齢が確認できないため、送れません。',
  'transfer.obstacle.storage-full':
    'このウォレットは保存容量がいっぱいのため、受け取れません。お相手がウォレットにFLOWを少し加えると、容量が増えます。',
  'transfer.storage': '容量 {{capacity}}KB のうち、{{used}}KB を使用中です。',
  'transfer.closed': 'このアイテムは、いま送れません',
  'transfer.to-token': 'アイテムを見る',
  'transfer.to-listings': '出品の一覧へ',
  'transfer.to-gifts': '贈りものの一覧へ',
  'transfer.next': '最終確認へ進む',
  'transfer.next-note': 'まだ何も送られません。',
  'transfer.confirm.title': '宛先の最終確認',
  'transfer.confirm.final': 'この操作は取り消せません',
  'transfer.confirm.final-text':
    '届いたアイテムは、そのウォレットの持ち主のものになります。宛先を間違えた場合でも、あなたや運営が取り戻すことはできません。',
  'transfer.confirm.agree': 'アドレスを見比べました。取り消せないことを理解しました。',
  'transfer.confirm.agree-missing': 'アドレスを見比べて、チェックを入れてください。',
  'transfer.confirm.back': '内容を変更する',
  'transfer.confirm.submit': 'ウォレットを開いて移す',
  'transfer.confirm.working': 'ウォレットの操作を待っています…',
  'transfer.can': 'この1点（{{piece}}）を、あなたの保管庫から{{to}}へ、一度だけ移せます。',
  'transfer.cannot.other': 'ほかのアイテムを動かすことはできません。',
  'transfer.cannot.money': 'ウォレットの残高を使うことはできません。',
  'transfer.value.id': 'アイテムの番号',
  'transfer.value.to': '宛先',
  'transfer.state.drafted': 'ウォレットの操作待ち',
  'transfer.state.drafted-text':
    'ウォレットからの送信をまだ確認できていません。署名された場合は、まもなくここに反映されます。署名していなければ何も移されず、{{minutes}}分後に自動で取りやめになります。',
  'transfer.state.pending': '移しています',
  'transfer.state.pending-text': 'ブロックチェーンに記録しています。通常は1分ほどです。この画面を閉じても進みます。',
  'transfer.state.sealed': '届きました',
  'transfer.state.sealed-text': 'アイテムは、宛先のウォレットに届きました。',
  'transfer.state.given-up': '取りやめ',
  'transfer.state.given-up-text': '何も移されませんでした。アイテムはあなたの保管庫に残りました。',
  'transfer.state.failed': '移せませんでした',
  'transfer.state.failed-text':
    'ブロックチェーンで受け付けられず、何も移されませんでした。アイテムはあなたの保管庫に残りました。',
  'transfer.failed.storage':
    '宛先の保存容量が足りず、何も送られませんでした。アイテムはあなたの保管庫に残りました。お相手がウォレットにFLOWを少し加えると、容量が増えます。',
  'transfer.step.sending': 'ウォレットから送信',
  'transfer.next.sending': '記録しています。通常は1分ほどです。',
  'transfer.next.delivered': '宛先のウォレットに届きました。',
  'transfer.give-up': '取りやめる',
  'transfer.give-up.question': 'ウォレットで署名していなければ、何も送られず、アイテムはあなたの保管庫に残ります。',
  'transfer.give-up.done': '取りやめました',
  'transfer.again': 'もう一度試す',
  'transfer.to-list': '一覧へ',
  'transfer.not-found': '見つかりませんでした',
  'transfer.not-found-text': '別のアカウントのものか、アドレスが正しくないようです。',
} as const satisfies WordsLike<typeof english>
