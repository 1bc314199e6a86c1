import type { tradeWords as english } from '../en/trade.ts'
import type { WordsLike } from '../word-key.ts'

/** Words of buying from another member, and of what becomes of it. */
export const tradeWords = {
  'trade.piece': 'ご購入のアイテム',
  'trade.serial': '{{serial}}（全{{size}}点）',
  'trade.seller': '出品者 {{name}}さん',
  'trade.seller-nameless': '出品者の表示名は設定されていません',
  'trade.seller-name': '出品者',
  'trade.for-you': 'あなただけが購入できる出品です。',
  'trade.to-token': 'アイテムを見る',
  'trade.to-listings': '出品を管理する',
  'trade.others': 'ほかの出品を見る',
  'trade.paidy-closed-text':
    'ご注文はまだ確定していません。アイテムはお取り置きしています。続けるか、やめるかをお選びください。',
  'trade.closed.gone': 'このアイテムは、いま購入できません',
  'trade.closed.gone-text':
    '売れたか、取り下げられたか、ほかの方がお支払い中か、出品の期間が終わっています。別の価格でまた出品されることがあります。',
  'trade.closed.own': 'ご自身の出品です',
  'trade.closed.own-text': 'ご自身で出品したアイテムは購入できません。取り下げは、出品の管理から行えます。',
  'trade.closed.not-yet': 'まもなく購入できます',
  'trade.closed.not-yet-text':
    'ほかの出品よりかなり安いため、出品者が見直せる時間をとっています。{{time}}から、この画面で購入できます。',
  'trade.refused.own': 'ご自身の出品は購入できません。請求はされていません。',
  'trade.refused.circle':
    'このアイテムは、最近この出品者との間で売買されたため、今はまだ購入できません。請求はされていません。',
  'trade.refused.not-yet':
    'このアイテムは、まもなく購入できるようになります。少し待ってからお試しください。請求はされていません。',
  'trade.refused.held':
    'いま、ほかの方がこのアイテムのお支払い中です。請求はされていません。お支払いが終わらなければ、また購入できるようになります。',
  'trade.refused.not-deliverable':
    'ブロックチェーン上でこの出品が終わっているため、お届けできません。請求はされていません。',
  'trade.refused.daily-limit':
    '本日お届けできる件数の上限に達しました。請求はされていません。明日もう一度お試しください。',
  'trade.refused.storage':
    'ウォレットの保存容量がいっぱいのため、お届けできません。請求はされていません。ウォレットにFLOWを少し加えると、購入できるようになります。',
  'trade.refused.played':
    'このアイテムの購入手続きが何度も完了しなかったため、今は受け付けられません。請求はされていません。24時間ほどあけてからお試しください。',
  'trade.refused.reserved-most':
    'お支払いの途中のアイテムが多いため、これ以上は受け付けられません。請求はされていません。注文の画面で、お支払いを済ませるか取り消してからお試しください。',
  'trade.refused.gone': 'このアイテムは、もう出品されていません。請求はされていません。',
  'trade.refused.paused': '会員どうしの売買は現在停止しています。請求はされていません。',
  'trade.earlier.unpaid-text':
    '{{time}}に、このアイテムを{{price}}でご注文いただいています。続けるか、やめるかをお選びください。',
  'trade.earlier.bought': 'このアイテムは、すでにご注文いただいています',
  'trade.earlier.bought-text': '{{time}}に{{price}}でご注文いただきました。いまの状況は注文の画面でご覧いただけます。',
  'trade.sending.text': 'お支払いが完了しました。出品者のウォレットから、あなたのウォレットへお届けしています。',
  'trade.sending.again-text':
    '前の送信が記録されなかったため、もう一度お届けしています。操作は必要ありません。お届けできない場合は全額お返しします。',
  'trade.delivered.text': 'アイテムがあなたのウォレットに届きました。',
  'trade.undelivered': '出品者のウォレットからお届けできませんでした。',
  'trade.timeline.concluded': 'お取引が成立しました',
  'trade.timeline.sent': 'お届けの取引をネットワークに送りました',
  'trade.timeline.given-up': 'この送信では記録されませんでした',
  'trade.timeline.delivered': 'アイテムがウォレットに届きました',
  'trade.timeline.failed': 'お届けできませんでした',
  'confirm.quantity-token': '1点（{{serial}}）',
  'confirm.seller': '出品者：{{name}}さん',
  'confirm.seller-nameless': '出品者：表示名を設定していない会員',
  'confirm.delivery-token': 'お支払いの完了後、ただちに出品者のウォレットからあなたのウォレットへお届けします。',
  'confirm.period-token': '{{end}}まで（出品者が取り下げるまで）',
} as const satisfies WordsLike<typeof english>
