import type { WordsLike } from '../word-key.ts'
import type { serviceWords as english } from '../en/service.ts'

/** Words of services that members connect. */
export const serviceWords = {
  'service.title': '連携サービス',
  'service.lead': 'あなたが連携を許可したサービスです。いつでも解除できます。',
  'service.none': '連携しているサービスはありません',
  'service.none-text': 'ほかのサイトやアプリで Kura との連携を始めると、ここに表示されます。',
  'service.others': '連携できるサービス',
  'service.others-text': '連携は、それぞれのサービスの画面から始めます。',
  'service.scope.profile': '表示名とプロフィール画像を見る',
  'service.scope.pieces': '持っているアイテムの一覧を見る',
  'service.connected-at': '{{at}}に連携',
  'service.last-used': '最終利用 {{at}}',
  'service.end': '連携を解除する',
  'service.end-confirm': '{{name}}との連携を解除しますか？ このサービスは、あなたの情報をすぐに見られなくなります。',
  'service.ended': '連携を解除しました',
  'service.new-tab': '（新しいタブでひらきます）',

  'connect.title': 'サービスとの連携',
  'connect.lead': '{{name}}が、あなたの Kura アカウントとの連携を求めています。',
  'connect.allows': 'このサービスに許可すること',
  'connect.never': '購入や出品、アイテムの移動はできません。メールアドレス、パスワード、お支払いの情報も渡りません。',
  'connect.account': '連携するアカウント',
  'connect.return': '許可したあとの移動先',
  'connect.allow': '許可する',
  'connect.decline': '許可しない',
  'connect.later': '連携は、アカウント設定の「連携サービス」からいつでも解除できます。',
  'connect.over': 'この連携の手続きは終わっています',
  'connect.over-text':
    '時間が過ぎたか、別のブラウザで始めた手続きです。サービスの画面に戻って、もう一度お試しください。何も変更されていません。',
  'connect.refused': '連携を始められませんでした',
  'connect.refused-service':
    'サービスから送られた内容に誤りがあります。サービスの運営者にお知らせください。あなたの情報は何も渡っていません。',
  'connect.home': 'トップページへ',
} as const satisfies WordsLike<typeof english>
