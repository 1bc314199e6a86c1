/** Words of buying from another member, and of what becomes of it. */
export const tradeWords = {
  'trade.piece': 'Your piece',
  'trade.serial': '{{serial}} of {{size}}',
  'trade.seller': 'Offered by {{name}}',
  'trade.seller-nameless': 'Offered by a member without a name',
  'trade.seller-name': 'Seller',
  'trade.for-you': 'This is offered to you alone.',
  'trade.to-token': 'See the piece',
  'trade.to-listings': 'Manage your offers',
  'trade.others': 'See other offers',
  'trade.paidy-closed-text':
    'Your order is not placed yet, and the piece is still held for you. Please go on or give it up.',
  'trade.closed.gone': 'This piece cannot be bought right now',
  'trade.closed.gone-text':
    'It was sold, its seller took the offer back, somebody is paying for it, or its time is over. It may be offered again at another price.',
  'trade.closed.own': 'This is your own offer',
  'trade.closed.own-text':
    'What you offer yourself cannot be bought by you. You can take the offer back where you manage it.',
  'trade.closed.not-yet': 'It can be bought in a moment',
  'trade.closed.not-yet-text':
    'The price is far below the others, so its seller has a little time to think again. From {{time}} on you can go on here.',
  'trade.refused.own': 'This is your own offer, which you cannot buy. You have not been charged.',
  'trade.refused.circle':
    'You and this seller traded this piece a short while ago, so it cannot go back between you yet. You have not been charged.',
  'trade.refused.not-yet':
    'This piece is not for sale just yet. Please try again in a moment. You have not been charged.',
  'trade.refused.held':
    'Somebody else is paying for this piece right now. You have not been charged. If they do not complete it, it is offered again.',
  'trade.refused.not-deliverable':
    'The offer does not stand on the blockchain any more, so the piece could not be delivered. You have not been charged.',
  'trade.refused.daily-limit':
    'As many sales as are delivered in one day have been made today. You have not been charged. Please try again tomorrow.',
  'trade.refused.storage':
    'The storage of your wallet is full, so the piece cannot arrive. You have not been charged. Put a little FLOW into it, then you can buy.',
  'trade.refused.played':
    'You have begun to buy this piece many times and it was not completed, so you cannot buy it for now. You have not been charged. Please try again after about 24 hours.',
  'trade.refused.reserved-most':
    'You have begun to pay for as many pieces as one member may at once. You have not been charged. Please pay for one of them or give it up on the orders page first.',
  'trade.refused.gone': 'This piece is not offered any more. You have not been charged.',
  'trade.refused.paused': 'Sales between members are paused right now. You have not been charged.',
  'trade.earlier.unpaid-text': 'You ordered this piece for {{price}} on {{time}}. Please go on or give it up.',
  'trade.earlier.bought': 'You have already bought this piece',
  'trade.earlier.bought-text': 'You ordered it on {{time}} for {{price}}. Your order shows where it stands.',
  'trade.sending.text': 'Your payment is complete, and the piece is on its way from the seller’s wallet to yours.',
  'trade.sending.again-text':
    'The last attempt was not recorded, so the piece is on its way again. There is nothing you need to do. If it cannot be delivered, you get the full price back.',
  'trade.delivered.text': 'The piece is in your wallet.',
  'trade.undelivered': 'The piece could not be delivered from the seller.',
  'trade.timeline.concluded': 'The purchase was concluded',
  'trade.timeline.sent': 'The delivery was sent to the network',
  'trade.timeline.given-up': 'That delivery was not recorded',
  'trade.timeline.delivered': 'The piece arrived in the wallet',
  'trade.timeline.failed': 'The delivery did not come about',
  'confirm.quantity-token': '1 piece ({{serial}})',
  'confirm.seller': 'Seller: {{name}}',
  'confirm.seller-nameless': 'Seller: a member without a name',
  'confirm.delivery-token': 'The piece is sent from the seller’s wallet to yours at once when the payment is complete.',
  'confirm.period-token': 'Until {{end}}, or until its seller ends the offer.',
} as const
