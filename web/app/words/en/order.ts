/** Words of orders and openings. */
export const orderWords = {
  'decline.balance':
    'The balance of the card is too low, so the payment was not approved. You have not been charged. Please try another card.',
  'decline.limit':
    'The limit of the card is reached, so the payment was not approved. You have not been charged. Please try another card.',
  'decline.code': 'The security code is wrong. You have not been charged. Please check it and enter it again.',
  'decline.number': 'The card number is wrong. You have not been charged. Please check it and enter it again.',
  'decline.expiry': 'The expiry date is wrong. You have not been charged. Please check it and enter it again.',
  'decline.cancelled': 'The card check was cancelled. You have not been charged.',
  'decline.secure': 'The card check was not passed. You have not been charged. Please try again or use another card.',
  'decline.no-secure':
    'This card does not support the card check (3-D Secure). You have not been charged. Please use another card.',
  'decline.unsupported': 'We cannot accept this card. You have not been charged. Please use another card.',
  'decline.token': 'The card details have timed out. You have not been charged. Please enter them again.',
  'decline.busy': 'The card company could not be reached. You have not been charged. Please try again in a moment.',

  'decline.paidy': 'Paidy could not be used this time. You have not been charged. Please try another way to pay.',
  'order.list.title': 'Orders',
  'order.list.count_one': '{{count}} order',
  'order.list.count_other': '{{count}} orders',
  'order.list.empty.title': 'No orders yet',
  'order.list.empty.text': 'When you buy a pack, you can follow its payment and delivery here.',
  'order.title': 'Your order',
  'order.number': 'Order number',
  'order.ordered-at': 'Ordered',
  'order.amount': 'Amount',
  'order.details': 'What you ordered',
  'order.progress': 'Delivery',
  'order.see': 'See the order',
  'order.not-found.title': 'We cannot find this order',
  'order.not-found.text': 'It may belong to another account, or the address is not right.',
  'order.to-list': 'See your orders',
  'order.again': 'Go back to the checkout',
  'order.cards': 'What was inside',
  'order.resume': 'Go back to the card check',
  'order.unopened.next': 'When you open the pack, its pieces are recorded on the blockchain.',

  'order.lease.left': 'Held for you for',
  'order.lease.over': 'The time it was held for you has passed.',
  'order.cancel': 'Give the order up',
  'order.cancel.question':
    'The unpaid order will be cancelled: the pack is not held for you any more, and points you used come back.',
  'order.cancel.done': 'The order was cancelled',
  'order.cancel.too-late':
    'The payment is already on its way, so the order could not be cancelled. Please see where it stands.',
  'order.resume-paidy': 'Open the window of Paidy',
  'order.resume-elsewhere':
    'This payment was begun on another device or browser. Go on with it there, or give the order up here.',
  'order.outcome.paying': 'Waiting for payment',
  'order.outcome.paying.text':
    'Your order is placed once the check of your card company is done. If it is not done by {{until}}, the order is cancelled by itself and you are not charged.',
  'order.outcome.unopened': 'Unopened',
  'order.outcome.unopened.text': 'Your payment is complete. Open the pack whenever you like.',
  'order.outcome.minting': 'Being recorded',
  'order.outcome.minting.text': 'Your payment is complete, and the pieces are being recorded on the blockchain.',
  'order.outcome.stuck': 'Taking longer than usual',
  'order.outcome.stuck.text':
    'Recording takes longer than usual. Your payment is confirmed, and if we cannot deliver we refund the full price. There is nothing you need to do.',
  'order.outcome.delivered': 'Delivered',
  'order.outcome.delivered.text': 'The pieces are in your wallet.',
  'order.outcome.declined': 'Payment declined',
  'order.outcome.expired': 'Timed out',
  'order.outcome.expired.text':
    'The payment was not completed in time, so the order was cancelled. You have not been charged.',
  'order.outcome.refunding': 'Being refunded',
  'order.outcome.refunding.text':
    'We could not deliver, so {{price}} is on its way back to you. There is nothing you need to do.',
  'order.outcome.refunded': 'Refunded',
  'order.outcome.refunded.text':
    'We could not deliver, so we have refunded {{price}} in full. When it shows on your statement depends on your card company.',
  'order.outcome.checking': 'Being checked',
  'order.outcome.checking.text':
    'We are checking the state of your payment. You will not be charged twice. There is nothing you need to do.',

  'delivery.toast': '{{name}} has arrived',
  'delivery.toast-count_one': 'Your collection now holds {{count}} piece.',
  'delivery.toast-count_other': 'Your collection now holds {{count}} pieces.',
  'delivery.paid': 'Your payment is complete',

  'opening.title': 'Open a pack',
  'opening.tap': 'Tap to open',
  'opening.note_one': 'There is {{count}} piece inside. An opened pack cannot be closed again.',
  'opening.note_other': 'There are {{count}} pieces inside. An opened pack cannot be closed again.',
  'opening.minting': 'Settling what is inside',
  'opening.minting-text':
    'The pieces are being recorded on the blockchain. This usually takes about a minute, and you can see them right after. It goes on if you close this page.',
  'opening.status.opened': 'The seal is broken',
  'opening.status.minting': 'Being recorded on the blockchain',
  'opening.status.sealed': 'The record is sealed',
  'opening.stuck': 'Taking longer than usual',
  'opening.stuck-text':
    'Your pack and your payment are safe. If we cannot deliver, we refund the full price. There is nothing you need to do.',
  'opening.refunded': 'This pack was refunded',
  'opening.refunded-text': 'It could not be recorded, so we have refunded the full price.',
  'opening.stuck-gift-text':
    'We go on until your pack arrives. There is nothing you need to do, and you can leave this page.',
  'opening.skip': 'Skip',
  'opening.skip-all': 'Open without the show',
  'opening.skipped': 'You will see everything at once as soon as the record is sealed.',
  'opening.next': 'Next card',
  'opening.card-of': 'Card {{number}} of {{total}}',
  'opening.done_one': 'You have welcomed {{count}} piece',
  'opening.done_other': 'You have welcomed {{count}} pieces',
  'opening.to-collection': 'See your collection',
  'opening.to-order': 'See the order',
  'opening.next-pack_one': 'Open the next pack ({{count}} left)',
  'opening.next-pack_other': 'Open the next pack ({{count}} left)',
  'opening.gone.title': 'This pack has been opened',
  'opening.gone.text': 'Its pieces are in your collection and in your orders.',
} as const
