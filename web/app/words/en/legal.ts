/** Words of the legal pages. What only the operator of a site can say is marked as such. */
export const legalWords = {
  'legal.version': 'Version {{version}}',
  'legal.operator-notice.title': 'To the operator of this site',
  'legal.operator-notice.text':
    'This page is a template. Complete what is marked “for the operator to complete” and have it reviewed before going live.',
  'legal.to-fill': 'For the operator to complete',

  'legal.terms.1.title': 'This service',
  'legal.terms.1.text': '{{name}} sells digital collectibles in packs and delivers them to your own wallet.',
  'legal.terms.2.title': 'Account and wallet',
  'legal.terms.2.text':
    'An account needs an e-mail address. Buying and receiving need a wallet of your own to be linked. You keep the keys of your wallet yourself.',
  'legal.terms.3.title': 'Purchase and delivery',
  'legal.terms.3.text':
    'The contract is made when you confirm the order on the final screen and the payment is complete. When you open a pack, its items are recorded on the blockchain and arrive in your wallet. If that cannot be completed, you are refunded in full.',
  'legal.terms.4.title': 'Returns and cancellation',
  'legal.terms.4.text':
    'As these are digital goods, we cannot accept returns or cancellations for personal reasons. Rights you have by law remain unaffected.',
  'legal.terms.5.title': 'What you may and may not do',
  'legal.terms.5.text':
    'The items are yours to hold and enjoy. Copyright stays with the artists: copying, altering and commercial use are not included.',
  'legal.terms.6.title': 'Liability and law',
  'legal.terms.6.text': 'Extent of liability, applicable law, courts, and how these terms may change.',

  'legal.privacy.1.title': 'What we collect',
  'legal.privacy.1.text':
    'Your e-mail address, display name, the profile you choose to write, wallet address, order records, and connection data to prevent abuse. Card numbers go straight to the card company; this site never receives them.',
  'legal.privacy.2.title': 'What we use it for',
  'legal.privacy.2.text':
    'To deliver orders, answer enquiries, send important notices and prevent abuse. News by e-mail can be stopped at any time.',
  'legal.privacy.3.title': 'What is public',
  'legal.privacy.3.text':
    'Your wallet address, the items in it and their transfers can be seen by anyone on the blockchain and cannot be erased.',
  'legal.privacy.4.title': 'Third parties and processors',
  'legal.privacy.4.text': 'Recipients, processors, and any transfer abroad.',
  'legal.privacy.5.title': 'Retention, access, correction, deletion',
  'legal.privacy.5.text': 'Retention periods, how to make a request, and whom to contact.',

  'legal.tokushoho.seller': 'Seller',
  'legal.tokushoho.manager': 'Person in charge',
  'legal.tokushoho.address': 'Address',
  'legal.tokushoho.phone': 'Telephone',
  'legal.tokushoho.hours': 'Hours',
  'legal.tokushoho.invoice': 'Invoice number',
  'legal.tokushoho.enquiries': 'Enquiries',
  'legal.tokushoho.incomplete': 'The operator has not stated everything here yet. What is missing is marked.',
  'legal.tokushoho.email': 'E-mail',
  'legal.tokushoho.url': 'Sales address',
  'legal.tokushoho.price': 'Prices',
  'legal.tokushoho.price-text': 'Shown on the page of each product, tax included.',
  'legal.tokushoho.extra': 'Further costs',
  'legal.tokushoho.extra-text':
    'You pay for your own internet connection. With deferred payment, Paidy may take a fee for the way you pay its bill.',
  'legal.tokushoho.payment': 'Payment',
  'legal.tokushoho.payment-text':
    'Credit card, deferred payment (Paidy) or points. A card is charged and points are taken when the order is confirmed; Paidy sends its bill in the following month.',
  'legal.tokushoho.delivery': 'Delivery',
  'legal.tokushoho.delivery-text':
    'Right after payment, as an unopened pack; a pack of known contents is opened at once. Once it is open, recording an item usually takes about a minute.',
  'legal.tokushoho.returns': 'Returns and cancellation',
  'legal.tokushoho.returns-text':
    'As these are digital goods, we cannot accept returns or cancellations for personal reasons. If we cannot deliver, you are refunded in full.',
  'legal.tokushoho.environment': 'Requirements',
  'legal.tokushoho.environment-text':
    'A current Chrome, Safari, Edge or Firefox. Buying and receiving need a wallet for Flow.',
} as const
