import type { orderWords as english } from '../en/order.ts'
import type { WordsLike } from '../word-key.ts'

/** Words of orders and openings. */
export const orderWords = {
  'decline.balance':
    'カードの残高が足りないため、お支払いが承認されませんでした。請求はされていません。別のカードもお試しください。',
  'decline.limit':
    'カードのご利用限度額を超えるため、お支払いが承認されませんでした。請求はされていません。別のカードもお試しください。',
  'decline.code': 'セキュリティコードが違います。請求はされていません。ご確認のうえ、もう一度入力してください。',
  'decline.number': 'カード番号が違います。請求はされていません。ご確認のうえ、もう一度入力してください。',
  'decline.expiry': 'カードの有効期限が違います。請求はされていません。ご確認のうえ、もう一度入力してください。',
  'decline.cancelled': '本人認証がキャンセルされました。請求はされていません。',
  'decline.secure':
    '本人認証ができませんでした。請求はされていません。もう一度お試しいただくか、別のカードをお使いください。',
  'decline.no-secure':
    'このカードは本人認証（3Dセキュア）に対応していません。請求はされていません。別のカードをお使いください。',
  'decline.unsupported': 'このカードはお取り扱いしていません。請求はされていません。別のカードをお使いください。',
  'decline.token': 'カード情報の有効時間が過ぎました。請求はされていません。もう一度入力してください。',
  'decline.busy':
    'カード会社との通信がうまくいきませんでした。請求はされていません。少し待ってから、もう一度お試しください。',

  'decline.paidy':
    '今回はペイディをご利用いただけませんでした。請求はされていません。別のお支払い方法をお試しください。',
  'order.list.title': '購入履歴',
  'order.list.count': '{{count}}件',
  'order.list.empty.title': 'まだご購入はありません',
  'order.list.empty.text': 'パックを購入すると、お支払いとお届けの様子をここで確かめられます。',
  'order.title': 'ご注文',
  'order.number': '注文番号',
  'order.ordered-at': '注文日時',
  'order.amount': 'お支払い金額',
  'order.details': 'ご注文の内容',
  'order.progress': 'お届けの様子',
  'order.see': '注文の詳細を見る',
  'order.not-found.title': 'このご注文は見つかりません',
  'order.not-found.text': '別のアカウントのご注文か、アドレスが正しくない可能性があります。',
  'order.to-list': '購入履歴を見る',
  'order.again': 'もう一度購入手続きをする',
  'order.cards': '中のアイテム',
  'order.resume': '本人認証に戻る',
  'order.unopened.next': 'パックをひらくと、アイテムがブロックチェーンに記録されます。',

  'order.lease.left': 'お取り置きの残り時間',
  'order.lease.over': 'お取り置きの時間が過ぎました。',
  'order.cancel': '注文をやめる',
  'order.cancel.question': 'お支払い前のご注文を取り消します。パックのお取り置きは終わり、お使いのポイントは戻ります。',
  'order.cancel.done': '注文を取り消しました',
  'order.cancel.too-late': 'お支払いが進んでいるため、取り消せませんでした。最新の状態をご確認ください。',
  'order.resume-paidy': 'ペイディの画面をひらく',
  'order.resume-elsewhere':
    '別の端末やブラウザで始めたお支払いです。そちらで続けるか、ここで注文をやめることができます。',
  'order.outcome.paying': 'お支払いの確認待ち',
  'order.outcome.paying.text':
    'カード会社の本人認証が終わると、ご注文が確定します。{{until}}までに終わらないときは自動で取り消され、請求されません。',
  'order.outcome.unopened': '未開封',
  'order.outcome.unopened.text': 'お支払いが完了しました。パックはいつでもひらけます。',
  'order.outcome.minting': '記録中',
  'order.outcome.minting.text': 'お支払いが完了し、アイテムをブロックチェーンに記録しています。',
  'order.outcome.stuck': '記録に時間がかかっています',
  'order.outcome.stuck.text':
    'いつもより時間がかかっています。お支払いは確認済みで、お届けできない場合は全額お返しします。操作は必要ありません。',
  'order.outcome.delivered': 'お届け済み',
  'order.outcome.delivered.text': 'アイテムがあなたのウォレットに届きました。',
  'order.outcome.declined': 'お支払い不成立',
  'order.outcome.expired': '時間切れ',
  'order.outcome.expired.text': 'お支払いが時間内に終わらなかったため、ご注文を取り消しました。請求はされていません。',
  'order.outcome.refunding': '返金手続き中',
  'order.outcome.refunding.text': 'お届けできなかったため、{{price}}の返金を進めています。操作は必要ありません。',
  'order.outcome.refunded': '返金済み',
  'order.outcome.refunded.text':
    'お届けできなかったため、{{price}}を全額お返ししました。ご利用明細への反映はカード会社によって異なります。',
  'order.outcome.checking': '確認中',
  'order.outcome.checking.text':
    'お支払いの状態を確認しています。確認が終わるまで二重に請求されることはありません。操作は必要ありません。',

  'delivery.toast': '{{name}} が届きました',
  'delivery.toast-count': 'コレクションは{{count}}点になりました。',
  'delivery.paid': 'お支払いが完了しました',

  'opening.title': 'パックをひらく',
  'opening.tap': 'タップしてひらく',
  'opening.note': '{{count}}点のアイテムが入っています。ひらくと元には戻せません。',
  'opening.minting': '中身を確定しています',
  'opening.minting-text':
    'ブロックチェーンに記録しています。通常は1分ほどで、記録が終わると中身が見られます。この画面を閉じても進みます。',
  'opening.status.opened': '封を切りました',
  'opening.status.minting': 'ブロックチェーンに記録しています',
  'opening.status.sealed': '記録が確定しました',
  'opening.stuck': '記録に時間がかかっています',
  'opening.stuck-text':
    'パックとお支払いの記録は残っています。お届けできない場合は全額お返しします。操作は必要ありません。',
  'opening.refunded': 'このパックは返金されました',
  'opening.refunded-text': '記録を完了できなかったため、代金を全額お返ししました。',
  'opening.stuck-gift-text': 'パックが届くまで続けます。操作は必要ありません。このページを離れても構いません。',
  'opening.skip': 'スキップ',
  'opening.skip-all': '演出なしでひらく',
  'opening.skipped': '記録が確定しだい、すべてのアイテムを表示します。',
  'opening.next': '次のカード',
  'opening.card-of': '{{total}}枚中{{number}}枚目',
  'opening.done': '{{count}}点のアイテムを迎えました',
  'opening.to-collection': 'コレクションを見る',
  'opening.to-order': '注文の詳細',
  'opening.next-pack': '次のパックをひらく（あと{{count}}個）',
  'opening.gone.title': 'このパックはひらかれています',
  'opening.gone.text': '中のアイテムは、コレクションと購入履歴で確かめられます。',
} as const satisfies WordsLike<typeof english>
