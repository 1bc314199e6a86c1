/** What the gateway says it knows of an order. */
export type CardTrade = {
  status: 'open' | 'challenged' | 'captured' | 'returned'
  accessId: string
  accessPass: string
  amountYen: number
  tranId: string
  approve: string
  /** Day and time of the last step on the gateway's clock in Japan, `yyyyMMddHHmmss`. */
  processedAt: string
}
/** Refused for good, with the gateway's own code. */
export type CardDeclined = { kind: 'declined'; error: string }
/** Nobody knows whether it happened: ask by `search`, never simply repeat. */
export type CardUnknown = { kind: 'unknown'; cause: string }
export type CardCaptured = { kind: 'captured'; tranId: string; approve: string }
export type CardEntered = { kind: 'entered'; accessId: string; accessPass: string }
export type CardChallenge = { kind: 'challenge'; redirectUrl: string }
export type CardFound = { kind: 'found'; trade: CardTrade }
export type CardAbsent = { kind: 'absent' }
export type CardDone = { kind: 'done' }

export type CardAccess = { accessId: string; accessPass: string }

/** Takes money from a card. No call throws for what the gateway or the line does; the kinds say it. */
export type CardGateway = {
  /** Opens a trade under an order id that is used once for ever. No money moves. */
  enter: (order: { gatewayOrderId: string; amountYen: number }) => Promise<CardEntered | CardDeclined | CardUnknown>
  /** Puts the card behind a one-time token on the trade; `challenge` sends the member to 3-D Secure and back to `retUrl`. */
  execute: (
    trade: CardAccess & { gatewayOrderId: string; token: string; retUrl: string },
  ) => Promise<CardChallenge | CardCaptured | CardDeclined | CardUnknown>
  /** Takes the money after 3-D Secure. */
  complete: (trade: CardAccess) => Promise<CardCaptured | CardDeclined | CardUnknown>
  /** What became of an order: the only truth after a lost answer. */
  search: (gatewayOrderId: string) => Promise<CardFound | CardAbsent | CardUnknown>
  /** Gives the whole amount back, by the kind of return that the day of the payment asks for. */
  refund: (trade: CardTrade) => Promise<CardDone | CardDeclined | CardUnknown>
}
