import * as control from './catalogue/control.ts'
import * as item from './catalogue/item.ts'
import * as notice from './catalogue/notice.ts'
import * as operator from './catalogue/operator.ts'
import * as transaction from './chain/transaction.ts'
import * as order from './checkout/order.ts'
import * as account from './identity/account.ts'
import * as member from './identity/member.ts'
import * as signIn from './identity/sign-in.ts'
import * as wallet from './identity/wallet.ts'
import * as gift from './market/gift.ts'
import * as listing from './market/listing.ts'
import * as search from './market/search.ts'
import * as token from './market/token.ts'
import * as trade from './market/trade.ts'
import * as transfer from './market/transfer.ts'
import * as card from './money/card.ts'
import * as payment from './money/payment.ts'
import * as payout from './money/payout.ts'
import * as point from './money/point.ts'
import * as receipt from './money/receipt.ts'
import * as buyPack from './shop/buy-pack.ts'
import * as issue from './shop/issue.ts'
import * as opening from './shop/opening.ts'
import * as pack from './shop/pack.ts'
import type { InputOf, OutputOf } from './endpoint.ts'
import type { CallName } from './paths.ts'

/** Every endpoint, by the name of its path. */
export const api = {
  emailSignUp: signIn.emailSignUp,
  emailSignUpComplete: signIn.emailSignUpComplete,
  emailSignUpResend: signIn.emailSignUpResend,
  emailSignIn: signIn.emailSignIn,
  passwordResetPrepare: signIn.passwordResetPrepare,
  passwordReset: signIn.passwordReset,
  onetimeTokenPrepare: signIn.onetimeTokenPrepare,
  onetimeTokenSignIn: signIn.onetimeTokenSignIn,
  flowSignIn: wallet.flowSignIn,
  signOut: signIn.signOut,
  refresh: signIn.refresh,
  account: account.account,
  agreeTerms: account.agreeTerms,
  emailAdd: account.emailAdd,
  emailAddComplete: account.emailAddComplete,
  emailChange: account.emailChange,
  emailChangeComplete: account.emailChangeComplete,
  passwordChange: account.passwordChange,
  listSessions: account.listSessions,
  endSessions: account.endSessions,
  endOneSession: account.endOneSession,
  usersSignUp: signIn.usersSignUp,
  confirmUser: member.confirmUser,
  flowPrepare: wallet.flowPrepare,
  flowSetup: wallet.flowSetup,
  showWalletTransactions: wallet.showWalletTransactions,
  flowAdd: wallet.flowAdd,
  flowChange: wallet.flowChange,
  flowRecovery: wallet.flowRecovery,
  showFlowRecovery: wallet.showFlowRecovery,
  cancelFlowRecovery: wallet.cancelFlowRecovery,
  stopFlowRecovery: wallet.stopFlowRecovery,
  listItems: item.listItems,
  showItem: item.showItem,
  showSellingPack: item.showSellingPack,
  listSeries: item.listSeries,
  listCategories: item.listCategories,
  listPacks: pack.listPacks,
  showPack: pack.showPack,
  listPackItems: pack.listPackItems,
  showPackLimit: pack.showPackLimit,
  showPackFairness: pack.showPackFairness,
  joinQueue: pack.joinQueue,
  showQueue: pack.showQueue,
  validatePasscode: issue.validatePasscode,
  getPasscode: issue.getPasscode,
  listSelectable: issue.listSelectable,
  listAirdrops: issue.listAirdrops,
  showAirdropStatus: issue.showAirdropStatus,
  showAirdropPack: issue.showAirdropPack,
  claimAirdrop: issue.claimAirdrop,
  currentTimestamp: notice.currentTimestamp,
  listBanners: notice.listBanners,
  listAnnouncements: notice.listAnnouncements,
  entryOrderNewCard: buyPack.entryOrderNewCard,
  entryOrderSelectedCard: buyPack.entryOrderSelectedCard,
  entryOrderBuy: buyPack.entryOrderBuy,
  entryOrderPaidy: buyPack.entryOrderPaidy,
  buyPaidy: buyPack.buyPaidy,
  buyPoint: buyPack.buyPoint,
  creditCheck: card.creditCheck,
  deleteCard: card.deleteCard,
  cancelOrder: order.cancelOrder,
  showReceipt: receipt.showReceipt,
  showStatement: receipt.showStatement,
  showTrade: order.showTrade,
  reportTransaction: transaction.reportTransaction,
  paidyNotice: payment.paidyNotice,
  setBirthday: account.setBirthday,
  searchBanks: payout.searchBanks,
  salesSummary: payout.showSalesSummary,
  salesDetails: payout.listSalesDetails,
  useProceeds: payout.useProceeds,
  listProceeds: payout.listProceeds,
  listProceedsUsed: payout.listProceedsUsed,
  showPayoutAccount: payout.showPayoutAccount,
  setPayoutAccount: payout.setPayoutAccount,
  requestPayout: payout.requestPayout,
  listPayouts: payout.listPayouts,
  cancelPayout: payout.cancelPayout,
  pointSummary: point.pointSummary,
  pointDetails: point.pointDetails,
  sendEnquiry: operator.sendEnquiry,
  showOperator: operator.showOperator,
  listOrders: order.listOrders,
  showTransaction: transaction.showTransaction,
  listUnopenedPacks: opening.listUnopenedPacks,
  mintTokens: opening.mintTokens,
  cardNotice: payment.cardNotice,
  showSellToken: listing.showSellToken,
  showTradePrice: listing.showTradePrice,
  draftListing: listing.draftListing,
  reportListing: listing.reportListing,
  rollBackListing: listing.rollBackListing,
  listOwnListings: listing.listOwnListings,
  endAllListings: listing.endAllListings,
  listListedItems: search.listListedItems,
  listTrends: search.listTrends,
  listListings: search.listListings,
  showMaxMin: search.showMaxMin,
  showItemPrices: search.showItemPrices,
  showListing: search.showListing,
  endListing: listing.endListing,
  showSellingTarget: listing.showSellingTarget,
  showItemChart: item.showItemChart,
  showItemControl: control.showItemControl,
  paymentUrlCredit: trade.paymentUrlCredit,
  paymentUrlCreditPoint: trade.paymentUrlCreditPoint,
  buyTokenCredit: trade.buyTokenCredit,
  buyTokenCreditPoint: trade.buyTokenCreditPoint,
  enterTokenNewCard: trade.enterTokenNewCard,
  enterTokenNewCardPoint: trade.enterTokenNewCardPoint,
  enterTokenSelectedCard: trade.enterTokenSelectedCard,
  enterTokenSelectedCardPoint: trade.enterTokenSelectedCardPoint,
  tradeNft: trade.tradeNft,
  enterTokenPaidy: trade.enterTokenPaidy,
  buyTokenPaidy: trade.buyTokenPaidy,
  buyTokenPaidyPoint: trade.buyTokenPaidyPoint,
  buyTokenPoint: trade.buyTokenPoint,
  prepareTransfer: transfer.prepareTransfer,
  listTransfers: transfer.listTransfers,
  draftTransfer: transfer.draftTransfer,
  showTransfer: transfer.showTransfer,
  reportTransfer: transfer.reportTransfer,
  rollBackTransfer: transfer.rollBackTransfer,
  listGifts: gift.listGifts,
  draftGift: gift.draftGift,
  draftMailGift: gift.draftMailGift,
  showGift: gift.showGift,
  reportGift: gift.reportGift,
  mailGiftAgain: gift.mailGiftAgain,
  endGift: gift.endGift,
  showClaim: gift.showClaim,
  claimGift: gift.claimGift,
  listTokens: token.listTokens,
  showToken: token.showToken,
  listTokenHistory: token.listTokenHistory,
  showUser: member.showUser,
  showUserByAddress: member.showUserByAddress,
  countTokens: member.countTokens,
  showProfile: member.showProfile,
  updateProfile: member.updateProfile,
  deleteThumbnail: member.deleteThumbnail,
} satisfies Record<CallName, unknown>

export type Api = typeof api
export type ApiInput<K extends CallName> = InputOf<Api[K]>
export type ApiOutput<K extends CallName> = OutputOf<Api[K]>
