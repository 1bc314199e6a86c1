import type { Captured, Declined, RenewLease, PaymentGateway, PaymentRef, Trade, Unknown } from './payment-gateway.ts'

export type CardAccess = { accessId: string; accessPass: string }
export type CardEntered = CardAccess & { kind: 'entered' }
export type CardChallenge = { kind: 'challenge'; redirectUrl: string }
/** What pays: a card behind a one-time token, or one that a member stored. */
export type PayingCard =
  | { kind: 'token'; token: string }
  | { kind: 'stored'; gatewayMemberId: string; gatewaySeq: number; securityCode: string }
export type HostedPage = {
  gatewayOrderId: string
  amountYen: number
  language: 'ja' | 'en'
  returnUrl: string
  shopName: string
  /** `yyyyMMddHHmm` in Japan; the page takes no payment after it. */
  until: string
}

/** Takes money from cards. Each call of the port needs a part of the payment only. */
export type CardGateway = {
  refund: (payment: unknown, trade: Trade, renew?: RenewLease) => ReturnType<PaymentGateway['refund']>
  search: (payment: Pick<PaymentRef, 'gatewayOrderId'>) => ReturnType<PaymentGateway['search']>
  complete: (payment: Pick<PaymentRef, 'accessId' | 'accessPass'>) => ReturnType<PaymentGateway['complete']>
  release: (payment: Pick<PaymentRef, 'method' | 'gatewayOrderId'>) => ReturnType<PaymentGateway['release']>
  /** Opens a trade under an order id that is used once for ever. No money moves. */
  enter: (order: { gatewayOrderId: string; amountYen: number }) => Promise<CardEntered | Declined | Unknown>
  /** Puts a card on the trade; `challenge` sends the member to 3-D Secure and back to `retUrl`. */
  execute: (
    trade: CardAccess & { gatewayOrderId: string; card: PayingCard; retUrl: string },
  ) => Promise<CardChallenge | Captured | Declined | Unknown>
  /**
   * A page of the gateway where the buyer types the card, with 3-D Secure; it takes the money
   * itself.
   */
  openPage: (page: HostedPage) => Promise<{ kind: 'opened'; url: string } | Declined | Unknown>
}

/** A card as the gateway keeps it. `seq` is its physical number: it never shifts. */
export type KeptCard = {
  seq: number
  name: string
  maskedNumber: string
  /** YYMM. */
  expires: string
  holderName: string
  isDeleted: boolean
}
export type KeepOrder = { gatewayMemberId: string; gatewayOrderId: string; cardName: string; holderName: string }

/** Keeps cards for members of the shop; the numbers never come near us. */
export type CardVault = {
  /** Opens a member; one that is there already is `done`. */
  saveMember: (gatewayMemberId: string) => Promise<{ kind: 'done' } | Declined | Unknown>
  /** Keeps the card that paid for an order. */
  keepTraded: (order: KeepOrder) => Promise<{ kind: 'kept'; seq: number } | Declined | Unknown>
  /** Every card the member ever kept, deleted ones too. */
  list: (gatewayMemberId: string) => Promise<{ kind: 'cards'; cards: KeptCard[] } | Declined | Unknown>
  /** Forgets a card; one that is gone already is `done`. */
  remove: (gatewayMemberId: string, seq: number) => Promise<{ kind: 'done' } | Declined | Unknown>
}
