import type { pointWords as english } from '../en/point.ts'
import type { WordsLike } from '../word-key.ts'

/** Words of points, stored cards and enquiries. */
export const pointWords = {
  'point.title': 'ポイント',
  'point.balance': 'いまの残高',
  'point.amount': '{{amount}}ポイント',
  'point.rate': '1ポイントは1円としてお使いいただけます。',
  'point.kind.paid': '購入したポイント',
  'point.kind.free': '無償のポイント',
  'point.order-note': '期限の近いポイントから順に使われます。',
  'point.expiring.title': '次に期限が来るポイント',
  'point.expiring.until': '{{time}}まで',
  'point.history.title': '履歴',
  'point.event.granted': '獲得',
  'point.event.spent': '利用',
  'point.event.returned': '返還',
  'point.event.expired': '失効',
  'point.event.withdrawn': '取り消し',
  'point.expires': '期限 {{time}}',
  'point.expired-at': '{{time}}に失効',
  'point.of-order': '注文を見る',
  'point.empty.title': 'まだポイントはありません',
  'point.empty.text':
    'ポイントは、会員登録、ウォレットの連携、パックの購入などのキャンペーンで受け取れます。受け取ると、増減とその理由がここに並びます。',

  'stored-card.title': '登録済みカード',
  'stored-card.lead':
    'カード番号はカード決済会社が保管し、{{name}}は保存しません。こちらで分かるのは末尾の数字だけです。',
  'stored-card.of': '{{brand}} 末尾 {{digits}}',
  'stored-card.of-unknown': 'カード 末尾 {{digits}}',
  'stored-card.expires': '有効期限 {{month}}/{{year}}',
  'stored-card.expired': '期限切れ',
  'stored-card.expired-text':
    'このカードではお支払いできません。削除して、次のご購入のときに新しいカードを登録できます。',
  'stored-card.delete': '削除',
  'stored-card.delete-of': '{{name}}を削除する',
  'stored-card.delete-confirm':
    '「{{name}}」（{{digits}}）を、ここからもカード決済会社からも削除します。これまでのご注文には影響しません。',
  'stored-card.deleted': 'カードを削除しました',
  'stored-card.empty.title': '登録済みのカードはありません',
  'stored-card.empty.text':
    '新しいカードでお支払いになるときに、次回のためにカードを登録できます。登録したカードはここに並びます。',

  'contact.title': 'お問い合わせ',
  'contact.lead': 'お返事はメールでお送りします。カード番号やパスワードは書かないでください。',
  'contact.hours': '受付時間: {{hours}}',
  'contact.phone': '電話番号: {{phone}}',
  'contact.order': 'このご注文について',
  'contact.order-number': '注文番号 {{orderId}}',
  'contact.topic': 'お問い合わせの種類',
  'contact.topic.order': 'ご注文について',
  'contact.topic.payment': 'お支払いについて',
  'contact.topic.delivery': 'アイテムのお届けについて',
  'contact.topic.account': 'アカウントについて',
  'contact.topic.birthday': '生年月日の訂正',
  'contact.topic.other': 'そのほか',
  'contact.email': 'お返事先のメールアドレス',
  'contact.message': 'お問い合わせの内容',
  'contact.message-hint': '10〜{{most}}文字',
  'contact.message-short': 'もう少し詳しくお書きください（10文字以上）。',
  'contact.message-long': '{{most}}文字以内でお書きください。',
  'contact.submit': '送信する',
  'contact.sent': 'お問い合わせを受け付けました',
  'contact.sent-text': '{{email}}宛てにお返事します。受付番号は{{enquiryId}}です。',
  'contact.again': '続けて問い合わせる',
  'contact.order-gone': 'このご注文は、あなたのアカウントでは見つかりません。',
} as const satisfies WordsLike<typeof english>
