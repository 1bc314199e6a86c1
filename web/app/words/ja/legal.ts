import type { legalWords as english } from '../en/legal.ts'
import type { WordsLike } from '../word-key.ts'

/** Words of the legal pages. What only the operator of a site can say is marked as such. */
export const legalWords = {
  'legal.version': '{{version}} 版',
  'legal.operator-notice.title': '運営者の方へ',
  'legal.operator-notice.text':
    'このページはひな形です。「運営者が記入」とある箇所を埋め、専門家の確認を受けてから公開してください。',
  'legal.to-fill': '運営者が記入',

  'legal.terms.1.title': 'このサービスについて',
  'legal.terms.1.text':
    '{{name}}は、デジタルコレクションをパックの形で販売し、お客さまのウォレットにお届けするサービスです。',
  'legal.terms.2.title': '会員登録とウォレット',
  'legal.terms.2.text':
    '登録にはメールアドレスが必要です。購入と受け取りには、ご自身のウォレットの連携が必要です。ウォレットの鍵はお客さまご自身で管理していただきます。',
  'legal.terms.3.title': '購入とお届け',
  'legal.terms.3.text':
    '最終確認画面で注文を確定し、お支払いが完了した時点で契約が成立します。パックをひらくと、中のアイテムがブロックチェーンに記録され、お客さまのウォレットに届きます。記録を完了できない場合は代金を全額お返しします。',
  'legal.terms.4.title': '返品とキャンセル',
  'legal.terms.4.text':
    'デジタル商品の性質上、お客さまのご都合による返品とキャンセルはお受けできません。法令で認められた権利はこの限りではありません。',
  'legal.terms.5.title': 'お客さまができること、できないこと',
  'legal.terms.5.text':
    'アイテムはお客さまのものとして所持し、鑑賞できます。作品の著作権は作者に残り、複製、改変、商用利用はできません。',
  'legal.terms.6.title': '免責と準拠法',
  'legal.terms.6.text': '責任の範囲、準拠法、裁判所、規約の変更方法。',

  'legal.privacy.1.title': '取得する情報',
  'legal.privacy.1.text':
    'メールアドレス、表示名、任意のプロフィール、ウォレットアドレス、注文の記録、不正防止のための接続情報を取得します。カード番号はカード会社に直接送られ、当サイトは受け取りません。',
  'legal.privacy.2.title': '使う目的',
  'legal.privacy.2.text':
    'ご注文のお届け、お問い合わせへの対応、重要なお知らせ、不正の防止に使います。お知らせメールの配信はいつでも止められます。',
  'legal.privacy.3.title': '公開される情報',
  'legal.privacy.3.text':
    'ウォレットアドレス、所持するアイテム、その移動の記録はブロックチェーン上で誰でも見ることができ、消すことができません。',
  'legal.privacy.4.title': '第三者への提供と委託',
  'legal.privacy.4.text': '提供先、委託先、国外への移転の有無。',
  'legal.privacy.5.title': '保存期間と、開示・訂正・削除のご請求',
  'legal.privacy.5.text': '保存期間、請求の方法、窓口。',

  'legal.tokushoho.seller': '販売業者',
  'legal.tokushoho.manager': '運営統括責任者',
  'legal.tokushoho.address': '所在地',
  'legal.tokushoho.phone': '電話番号',
  'legal.tokushoho.hours': '受付時間',
  'legal.tokushoho.invoice': '登録番号（インボイス）',
  'legal.tokushoho.enquiries': 'お問い合わせ',
  'legal.tokushoho.incomplete': '運営者がまだ記入していない項目があります。未記入の箇所には印を付けています。',
  'legal.tokushoho.email': 'メールアドレス',
  'legal.tokushoho.url': '販売URL',
  'legal.tokushoho.price': '販売価格',
  'legal.tokushoho.price-text': '各商品のページに税込価格で表示します。',
  'legal.tokushoho.extra': '商品代金以外の費用',
  'legal.tokushoho.extra-text':
    'インターネット接続にかかる通信費はお客さまのご負担です。あと払い（ペイディ）では、お支払い方法により、ペイディ所定の手数料がかかることがあります。',
  'legal.tokushoho.payment': '支払方法と時期',
  'legal.tokushoho.payment-text':
    'クレジットカード、あと払い（ペイディ）、ポイント。カードのお支払いとポイントのご利用は注文の確定時、あと払いのご請求は翌月です。',
  'legal.tokushoho.delivery': '引渡時期',
  'legal.tokushoho.delivery-text':
    'お支払いの完了後、ただちに未開封パックとしてお渡しします。中身が決まったパックは、ただちにひらかれます。アイテムの記録は、ひらいてから通常1分ほどで終わります。',
  'legal.tokushoho.returns': '返品・キャンセル',
  'legal.tokushoho.returns-text':
    'デジタル商品の性質上、お客さまのご都合による返品・キャンセルはお受けできません。お届けできない場合は代金を全額お返しします。',
  'legal.tokushoho.environment': '動作環境',
  'legal.tokushoho.environment-text':
    '最新版の Chrome、Safari、Edge、Firefox。購入と受け取りには Flow に対応したウォレットが必要です。',
} as const satisfies WordsLike<typeof english>
