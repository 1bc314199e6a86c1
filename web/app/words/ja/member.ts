/** Words of logging in, the bot check and the own pages. */
export const memberWords = {
  'bot.label': '人による操作の確認',
  'bot.explain': '人による操作であることを確認します。下のボックスにチェックを入れてから、もう一度お進みください。',

  'member.email': 'メールアドレス',
  'member.password': 'パスワード',
  'member.display-name': '表示名',
  'member.display-name-hint': 'ほかの人に見える名前です。あとから変えられます。{{most}}文字まで。',
  'member.newsletter': '新しいパックやお知らせをメールで受け取る',

  'login.title': 'ログイン',
  'login.to-go-on': 'ログインすると、元の画面に戻ります。',
  'login.submit': 'ログインする',
  'login.password-missing': 'パスワードを入力してください。',
  'login.no-account': 'はじめての方は',
  'login.to-signup': '新規登録',

  'mypage.title': 'マイページ',
  'mypage.overview': '概要',
  'mypage.collection': 'コレクション',
  'mypage.packs': '未開封パック',
  'mypage.listings': '出品',
  'mypage.orders': '購入履歴',
  'mypage.gifts': '贈りもの',
  'mypage.points': 'ポイント',
  'mypage.cards': 'カード',
  'mypage.profile': 'プロフィール',
  'mypage.nav': 'マイページの項目',
  'mypage.greeting': '{{name}}さんの蔵',
  'mypage.greeting-unnamed': 'あなたの蔵',
  'mypage.count.collection': '{{count}}点',
  'mypage.count.packs': '{{count}}個',
  'mypage.latest': '最近のコレクション',
  'mypage.latest-orders': '最近のご購入',

  'collection.title': 'マイコレクション',
  'collection.count': '{{count}}点',
  'collection.sell': '出品する',
  'collection.change-price': '出品の価格を変更',
  'collection.empty.title': '蔵はまだ空です',
  'collection.empty.text': 'パックをひらくと、アイテムがここに並びます。',
  'collection.empty.has-packs': '未開封のパックがあります。ひらいて、最初のアイテムを迎えましょう。',
  'collection.to-packs': '販売中のパックを見る',
  'collection.to-unopened': '未開封パックを見る',
  'collection.public': '公開ページを見る',

  'unopened.open': 'パックをひらく',
  'unopened.bought-at': '{{at}}に入手',
} as const

/** Words of the account's menu, on every page. */
export const accountWords = {
  'account.login': 'ログイン',
  'account.signup': '新規登録',
  'account.logout': 'ログアウト',
  'account.menu': 'アカウントメニュー',
  'account.collection': 'マイコレクション',
  'account.unopened-packs': '未開封パック',
  'account.orders': '購入履歴',
  'account-settings.title': 'アカウント設定',
  'account.profile': 'プロフィール',
  'wallet.menu': 'ウォレットを連携する',
} as const
