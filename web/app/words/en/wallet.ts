/** Words of linking a wallet and of what wallets do wrong. */
export const walletWords = {
  'wallet.link.title': 'Link a wallet and collect more',
  'wallet.link.text':
    'A wallet is your own vault for the pieces you collect. Link one to buy packs, and to list and gift pieces.',
  'wallet.link.email': 'We recommend using your registered e-mail address for the wallet, too',
  'wallet.link.button': 'Link a wallet for free',
  'wallet.link.creating': 'Creating your vault',
  'wallet.link.creating-note': 'This can take up to a minute. Please keep this window open.',
  'wallet.link.password':
    'The wallet is confirmed. As you logged in a while ago, please enter your password to link it to your account.',
  'wallet.link.password-go': 'Link this wallet',
  'wallet.nav.1': 'Choose a wallet',
  'wallet.nav.2': 'Link your account',
  'wallet.nav.3': 'Your vault is ready',
  'wallet.linked.title': 'You are a full member now',
  'wallet.linked.text': 'Your wallet is linked. As a full member you can list, buy and gift pieces.',
  'wallet.needed.title': 'A wallet is needed',
  'wallet.needed.text':
    'A wallet is the vault for the pieces you collect. Linking one is free and takes a few minutes.',
  'wallet.needed.vault-title': 'Your vault is missing',
  'wallet.needed.vault-text': 'The wallet you linked has no vault for pieces yet. Creating one is free.',
  'wallet.needed.vault-button': 'Create the vault',
  'wallet.needed.checkout': 'You can go straight on to the payment afterwards.',
  'wallet.needed.sell': 'What you sell goes to its buyer straight from this vault. Afterwards you go on here.',
  'wallet.needed.here': 'Afterwards you go on here.',

  'wallet.error.title': 'The wallet could not be linked',
  'wallet.error.duplicated-addess':
    'This wallet, or its e-mail address, is used by another account already. Please try another wallet.',
  'wallet.error.timeout': 'The time for this check has run out. Please try again.',
  'wallet.error.unknown': 'Linking the wallet did not work. Nothing has changed. Please try again in a moment.',
  'wallet.error.different-address-detected':
    'This is not the wallet linked to your account. Please choose the linked one.',
  'wallet.error.transaction-failed':
    'Your vault could not be created. It cost you nothing. Please try again in a moment.',
  'wallet.error.unexpected-service': 'This wallet lacks a function needed for linking. Please try another wallet.',
  'wallet.error.session-expired': 'Your sign-in at the wallet has expired. Try again to sign in anew.',
  'wallet.error.incorrect-device': 'The wallet does not know this device. Please use the device registered with it.',
  'wallet.error.popup-blocked': 'The browser blocked the window of the wallet. Please allow pop-ups and try again.',
  'wallet.error.storage-full': 'Your wallet has run out of storage. Please add some and try again.',
} as const
