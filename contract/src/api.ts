import * as item from './item.ts'
import * as member from './member.ts'
import * as notice from './notice.ts'
import * as order from './order.ts'
import * as pack from './pack.ts'
import * as token from './token.ts'
import * as wallet from './wallet.ts'
import type { InputOf, OutputOf } from './endpoint.ts'
import type { CallName } from './paths.ts'

/** Every endpoint by the name of its path. */
export const api = {
  emailSignUp: member.emailSignUp,
  emailSignUpComplete: member.emailSignUpComplete,
  emailSignUpResend: member.emailSignUpResend,
  emailSignIn: member.emailSignIn,
  passwordResetPrepare: member.passwordResetPrepare,
  passwordReset: member.passwordReset,
  onetimeTokenPrepare: member.onetimeTokenPrepare,
  onetimeTokenSignIn: member.onetimeTokenSignIn,
  flowSignIn: wallet.flowSignIn,
  signOut: member.signOut,
  refresh: member.refresh,
  account: member.account,
  agreeTerms: member.agreeTerms,
  emailAdd: member.emailAdd,
  emailAddComplete: member.emailAddComplete,
  emailChange: member.emailChange,
  emailChangeComplete: member.emailChangeComplete,
  passwordChange: member.passwordChange,
  listSessions: member.listSessions,
  endSessions: member.endSessions,
  endOneSession: member.endOneSession,
  usersSignUp: member.usersSignUp,
  confirmUser: member.confirmUser,
  flowPrepare: wallet.flowPrepare,
  flowSetup: wallet.flowSetup,
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
  currentTimestamp: notice.currentTimestamp,
  listBanners: notice.listBanners,
  listAnnouncements: notice.listAnnouncements,
  entryOrderNewCard: order.entryOrderNewCard,
  entryOrderBuy: order.entryOrderBuy,
  listOrders: order.listOrders,
  showTransaction: order.showTransaction,
  listUnopenedPacks: order.listUnopenedPacks,
  mintTokens: order.mintTokens,
  cardNotice: order.cardNotice,
  listTokens: token.listTokens,
  showToken: token.showToken,
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
