/** Words of linking a wallet and of what wallets do wrong. */
export const walletWords = {
  'wallet.link.title': 'ウォレットを連携して、もっと集めよう',
  'wallet.link.text':
    'ウォレットは、集めたアイテムをしまうあなた専用の保管庫です。連携すると、パックの購入や、アイテムの出品・贈与ができます。',
  'wallet.link.email': 'ウォレットのメールアドレスは、ご登録のものと同じにするのがおすすめです',
  'wallet.link.button': 'ウォレットと無料で連携する',
  'wallet.link.creating': '保管庫を作成しています',
  'wallet.link.creating-note': '数十秒かかることがあります。そのままお待ちください。',
  'wallet.link.password':
    'ウォレットの確認ができました。ログインから時間がたっているため、連携するにはパスワードを入力してください。',
  'wallet.link.password-go': 'このウォレットを連携する',
  'wallet.nav.1': 'ウォレットを選ぶ',
  'wallet.nav.2': 'アカウントと連携',
  'wallet.nav.3': '保管庫ができる',
  'wallet.linked.title': '正会員になりました',
  'wallet.linked.text': 'ウォレットとの連携が完了しました。正会員として、アイテムの出品・購入・贈りものができます。',
  'wallet.needed.title': 'ウォレットの連携が必要です',
  'wallet.needed.text': 'ウォレットは、集めたアイテムをしまう保管庫です。連携は無料で、数分で終わります。',
  'wallet.needed.vault-title': '保管庫の作成が必要です',
  'wallet.needed.vault-text': '連携しているウォレットに、アイテムをしまう保管庫がまだありません。作成は無料です。',
  'wallet.needed.vault-button': '保管庫を作成する',
  'wallet.needed.checkout': '終わると、このままお支払いに進めます。',
  'wallet.needed.sell':
    '出品するアイテムは、この保管庫から直接、購入した方に渡ります。終わると、この画面で続けられます。',
  'wallet.needed.here': '終わると、この画面で続けられます。',

  'wallet.error.title': 'ウォレットを連携できませんでした',
  'wallet.error.duplicated-addess':
    'このウォレット、またはウォレットのメールアドレスは、すでに別のアカウントで使われています。別のウォレットでお試しください。',
  'wallet.error.timeout': '確認の有効時間が過ぎました。もう一度お試しください。',
  'wallet.error.unknown':
    'ウォレットとの連携がうまくいきませんでした。連携の内容は変わっていません。少し待ってから、もう一度お試しください。',
  'wallet.error.different-address-detected':
    '連携済みのウォレットと異なるウォレットが選ばれました。連携済みのウォレットでお試しください。',
  'wallet.error.transaction-failed':
    '保管庫を作成できませんでした。費用は発生していません。少し待ってから、もう一度お試しください。',
  'wallet.error.unexpected-service':
    'このウォレットには、連携に必要な機能がありません。別のウォレットでお試しください。',
  'wallet.error.session-expired':
    'ウォレットのログインの有効期限が切れました。もう一度お試しいただくと、ログインし直せます。',
  'wallet.error.incorrect-device': 'いつもと異なる端末と判断されました。ウォレットに登録した端末でお試しください。',
  'wallet.error.popup-blocked':
    'ウォレットの画面がブラウザに止められました。ポップアップを許可して、もう一度お試しください。',
  'wallet.error.storage-full': 'ウォレットの保存容量が足りません。容量を増やしてから、もう一度お試しください。',
} as const
