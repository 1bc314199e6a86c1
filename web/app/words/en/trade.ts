/** Words of buying from another member, and of what becomes of it. */
export const tradeWords = {
  'trade.piece': 'Your piece',
  'trade.serial': '{{serial}} of {{size}}',
  'trade.seller': 'Listed by {{name}}',
  'trade.seller-nameless': 'Listed by a member without a name',
  'trade.seller-name': 'Seller',
  'trade.for-you': 'This listing is for you alone.',
  'trade.to-token': 'See the piece',
  'trade.to-listings': 'Manage your listings',
  'trade.others': 'See other listings',
  'trade.paidy-closed-text':
    'Your order has not been placed yet, and the piece is still held for you. Please continue or cancel it.',
  'trade.closed.gone': 'This piece cannot be bought right now',
  'trade.closed.gone-text':
    'It was sold, cancelled or has expired, or someone is paying for it. It may be listed again at another price.',
  'trade.closed.own': 'This is your own listing',
  'trade.closed.own-text': 'You cannot buy your own listing. You can cancel it on your listings page.',
  'trade.closed.not-yet': 'It can be bought in a moment',
  'trade.closed.not-yet-text':
    'The price is far below the others, so the seller has a moment to reconsider. You can continue here from {{time}}.',
  'trade.refused.own': 'This is your own listing, which you cannot buy. You have not been charged.',
  'trade.refused.circle':
    'You and this seller traded this piece recently, so you cannot trade it with each other again yet. You have not been charged.',
  'trade.refused.not-yet':
    'This piece is not for sale just yet. Please try again in a moment. You have not been charged.',
  'trade.refused.held':
    'Someone else is paying for this piece right now. You have not been charged. If they do not complete the payment, it goes back on sale.',
  'trade.refused.not-deliverable':
    'The listing no longer exists on the blockchain, so the piece could not be delivered. You have not been charged.',
  'trade.refused.daily-limit':
    'Today’s limit on sales has been reached. You have not been charged. Please try again tomorrow.',
  'trade.refused.storage':
    'Your wallet’s storage is full, so the piece cannot arrive. You have not been charged. Add a little FLOW to it, then you can buy.',
  'trade.refused.played':
    'You started to buy this piece many times without completing it, so you cannot buy it for now. You have not been charged. Please try again after about 24 hours.',
  'trade.refused.reserved-most':
    'You have reached the maximum number of unpaid orders. You have not been charged. Please pay for one of them or cancel it on the orders page first.',
  'trade.refused.gone': 'This piece is no longer listed. You have not been charged.',
  'trade.refused.paused': 'Sales between members are paused right now. You have not been charged.',
  'trade.earlier.unpaid-text': 'You ordered this piece for {{price}} on {{time}}. Please continue or cancel it.',
  'trade.earlier.bought': 'You have already bought this piece',
  'trade.earlier.bought-text': 'You ordered it on {{time}} for {{price}}. Your orders page shows its status.',
  'trade.sending.text': 'Your payment is complete, and the piece is on its way from the seller’s wallet to yours.',
  'trade.sending.again-text':
    'The last attempt was not recorded, so the piece is on its way again. There is nothing you need to do. If it cannot be delivered, you get the full price back.',
  'trade.delivered.text': 'The piece is in your wallet.',
  'trade.undelivered': 'The seller’s piece could not be delivered.',
  'trade.timeline.concluded': 'The purchase was concluded',
  'trade.timeline.sent': 'The delivery was sent to the network',
  'trade.timeline.given-up': 'That delivery was not recorded',
  'trade.timeline.delivered': 'The piece arrived in the wallet',
  'trade.timeline.failed': 'The delivery was not completed',
  'confirm.quantity-token': '1 piece ({{serial}})',
  'confirm.seller': 'Seller: {{name}}',
  'confirm.seller-nameless': 'Seller: a member without a name',
  'confirm.delivery-token': 'The piece is sent from the seller’s wallet to yours as soon as the payment is complete.',
  'confirm.period-token': 'Until {{end}}, or until the seller ends the listing.',
} as const
