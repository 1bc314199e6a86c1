/** Words of what a member's wallet signs and runs, and of what can go wrong with it. */
export const signingWords = {
  'signing.what': 'What am I signing?',
  'signing.can': 'What your signature allows',
  'signing.can.revoke': 'You can revoke it at any time, from your own wallet, too, even if this site is down.',
  'signing.cannot': 'What it does not allow',
  'signing.details': 'See exactly what is signed',
  'signing.text': 'The transaction your wallet runs',
  'signing.values': 'Its arguments',
  'signing.in-wallet': 'Please check the details in your wallet and sign there.',
  'signing.sealing': 'Being recorded on the blockchain. This usually takes less than a minute.',
  'signing.failed': 'It was not completed',
  'signing.unclear': 'We do not know the result yet',
  'signing.unclear-text': 'It is not clear whether your wallet sent it. Please follow it on this page.',
  'signing.unclear-wait':
    'If it went through, it will show here within a few minutes. Please try again only if it does not.',
  'signing.error.user-rejected': 'You did not sign in the wallet. Nothing has changed.',
  'signing.error.session-expired':
    'Your wallet session had expired. Nothing has changed. Try again to sign in to the wallet.',
  'signing.error.incorrect-device':
    'The wallet does not recognise this device and did not sign. Nothing has changed. Please use the device registered with it.',
  'signing.error.popup-blocked': 'The browser blocked the wallet window. Please allow pop-ups and try again.',
  'signing.error.different-address':
    'This is not the wallet linked to your account. Nothing has changed. Please try again and choose the linked one.',
  'signing.error.not-loaded':
    'A part needed to open the wallet could not be loaded. Nothing has changed. Please check your connection and try again.',
  'signing.error.not-reached':
    'The network could not be reached, so we do not know the result yet. If it was sent, it will show here within a few minutes.',
  'signing.error.storage-full':
    'Your wallet has run out of storage, so nothing was done. Adding a little FLOW to the wallet gives it more room. The piece is still yours.',
  'signing.error.transaction-expired':
    'The network was busy and did not record it in time. Nothing has changed. Please try again.',
  'signing.error.invalid-capability':
    'No vault was found in the wallet, so nothing was done. Please check your vault under Wallet on My page.',
  'signing.error.recipient-without-vault':
    'The receiving wallet has no vault for this piece. The piece is still yours. Please ask them to create a vault first.',
  'signing.error.token-gone':
    'This piece is not in the vault of your linked wallet. It seems to have moved. Please check My page.',
  'signing.error.sales-paused':
    'Sales between members are paused, so this was not accepted. Please try again once they resume.',
  'signing.error.listings-full': 'You have reached the maximum number of listings. Please cancel one and try again.',
  'signing.error.listing-outdated':
    'Something changed before you signed, so this was not accepted. The piece is still yours. Please start again.',
  'signing.error.listing-gone': 'That listing has already ended on the blockchain.',
  'signing.error.unknown':
    'Something went wrong in the wallet. The piece is still yours. Please try again in a moment.',
} as const
