import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, lineOf, listOf, OrderId, pageQuery, plainText, TokenId, Uuid, Words, Yen } from '../ids.ts'
import { paths } from '../paths.ts'

/**
 * What a member earns by selling. It clears some days after the delivery; then it is payable: as
 * points at once, or to the member's own bank account. Every yen is in one place at a time:
 * clearing, payable, on its way to the bank, paid out, or used as points.
 */
export const accountTypes = ['ordinary', 'current', 'savings'] as const
export type AccountType = (typeof accountTypes)[number]

const bankCode = z.string().regex(/^[0-9]{4}$/)
const branchCode = z.string().regex(/^[0-9]{3}$/)

/** A bank, or a branch of one. `kana` and `hira` have large kana only, as banks write them. */
export const Bank = z.object({ code: z.string(), name: z.string(), kana: z.string(), hira: z.string() })
export type Bank = z.infer<typeof Bank>
export const searchBanks = endpoint(paths.searchBanks, {
  summary:
    'Banks by name, reading or code; with `bankCode` the branches of that bank. Without `q` the banks most people use, or the first branches. `version` is the day of the data. NOT_FOUND for a bank that is not there.',
  query: z.object({ q: plainText(40).optional(), bankCode: bankCode.optional() }),
  output: z.object({ banks: z.array(Bank), version: z.string() }),
  errors: ['NOT_FOUND'],
})

/** The account that proceeds are paid to. Only the last three digits of its number are shown. */
export const PayoutAccount = z.object({
  financialInstitutionCode: z.string(),
  financialInstitutionName: z.string(),
  branchCode: z.string(),
  branchName: z.string(),
  accountType: z.enum(accountTypes),
  accountNumber: z.string(),
  fullName: z.string(),
  fullNameKana: z.string(),
  /** The bank closed this branch: register another account. */
  isBranchClosed: z.boolean(),
  registeredAt: Instant,
})
export type PayoutAccount = z.infer<typeof PayoutAccount>
export const showPayoutAccount = endpoint(paths.showPayoutAccount, {
  summary: 'The bank account that proceeds are paid to. NOT_FOUND while none is registered.',
  output: PayoutAccount,
  errors: ['NOT_FOUND'],
})
export const setPayoutAccount = endpoint(paths.setPayoutAccount, {
  summary:
    'Registers the account that proceeds are paid to, in place of the one before; a mail says so. It must be the member’s own: once a name is registered, another one is refused (`fullNameKana: holder_differs`) and support changes it. Needs the password; AUTHENTICATION_FAILED without it. INVALID_INPUT names the field: `unknown` for a bank or branch, `closed`, `kana` for what banks do not take, `symbol` and `number` for Japan Post Bank.',
  body: z.strictObject({
    financialInstitutionCode: bankCode,
    /** Both or neither: of Japan Post Bank, in place of branch, type and account number. */
    symbol: z.string().max(10).optional(),
    number: z.string().max(12).optional(),
    branchCode: branchCode.optional(),
    /** Read and ignored: the branch is known by its code. */
    branchName: z.string().max(60).optional(),
    accountType: z.enum(accountTypes).optional(),
    accountNumber: z
      .string()
      .regex(/^[0-9]{1,7}$/)
      .optional(),
    fullName: lineOf(60),
    fullNameKana: lineOf(60),
    password: z.string().max(128).optional(),
  }),
  output: PayoutAccount,
  errors: ['INVALID_INPUT', 'AUTHENTICATION_FAILED'],
})

/** `returned`: the bank could not pay it, and the money is payable again. */
export const payoutStates = ['requested', 'cancelled', 'batched', 'released', 'paid', 'returned'] as const
export type PayoutState = (typeof payoutStates)[number]
/** Why a bank returned a transfer. */
export const returnReasons = ['no-account', 'holder-differs', 'account-closed', 'stopped-by-sender', 'other'] as const
export const Payout = z.object({
  payoutId: Uuid,
  number: z.int(),
  state: z.enum(payoutStates),
  amountYen: Yen,
  /** What the transfer costs; it is part of the amount. */
  feeYen: Yen,
  bankName: z.string(),
  branchName: z.string(),
  accountNumber: z.string(),
  /** Its bank or branch was closed: while it is `requested`, no batch takes it. */
  isBranchClosed: z.boolean(),
  requestedAt: Instant,
  /** The day of the transfer; null until a batch takes it. */
  payOn: z.string().nullable(),
  /** When the bank paid it; it has a statement then, also when it came back later. */
  paidAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  reason: z.enum(returnReasons).nullable(),
})
export type Payout = z.infer<typeof Payout>

export const requestPayout = endpoint(paths.requestPayout, {
  summary:
    'Asks for proceeds to be paid to the registered account. `balance` is what the caller saw as payable: PROCEEDS_CHANGED when it is not that any more. The fee is part of the amount. PAYOUT_ACCOUNT_REQUIRED without an account, or when its branch was closed; INVALID_INPUT below the least amount or above the most; PROCEEDS_SHORT above the balance.',
  body: z.strictObject({ balance: Yen, amount: Yen }),
  output: Payout,
  errors: ['INVALID_INPUT', 'DELETION_PENDING', 'PAYOUT_ACCOUNT_REQUIRED', 'PROCEEDS_CHANGED', 'PROCEEDS_SHORT'],
})
export const listPayouts = endpoint(paths.listPayouts, {
  summary: 'The member’s payouts, newest first.',
  query: z.object(pageQuery),
  output: listOf(Payout),
})
export const cancelPayout = endpoint(paths.cancelPayout, {
  summary:
    'Cancels a payout that no batch has taken yet; the money is payable again. Cancelling it again changes nothing. PAYOUT_STATE once a batch has taken it.',
  params: z.object({ payoutId: Uuid }),
  output: Payout,
  errors: ['NOT_FOUND', 'PAYOUT_STATE'],
})
export const useProceeds = endpoint(paths.useProceeds, {
  summary:
    'Converts proceeds into points at once, one point for one yen. This cannot be undone. Without `amount`, everything payable. `balance` as in a request for a payout. INVALID_INPUT for nothing, or above the most at once.',
  body: z.strictObject({ amount: Yen.optional(), balance: Yen.optional() }),
  output: z.object({ points: z.int(), payableYen: Yen }),
  errors: ['INVALID_INPUT', 'DELETION_PENDING', 'PROCEEDS_CHANGED', 'PROCEEDS_SHORT'],
})

export const SalesSummary = z.object({
  /** Sold and delivered, not cleared yet, and when the next part of it clears. */
  clearingYen: Yen,
  nextClearsAt: Instant.nullable(),
  payableYen: Yen,
  /** Requested, and not yet at the bank. */
  onItsWayYen: Yen,
  paidOutYen: Yen,
  usedAsPointsYen: Yen,
  /** The minimum payout and the fee for each. */
  payoutLeastYen: Yen,
  payoutFeeYen: Yen,
  /** By month in Japan, newest first, at most 24. Sales that were undone are left out. */
  months: z.array(
    z.object({
      month: z.string(),
      sales: z.int(),
      priceYen: Yen,
      feeYen: Yen,
      royaltyYen: Yen,
      contentAccessYen: Yen,
      proceedsYen: Yen,
    }),
  ),
  /** Years in Japan that have a yearly summary, newest first. */
  years: z.array(z.int()),
})
export type SalesSummary = z.infer<typeof SalesSummary>
export const showSalesSummary = endpoint(paths.salesSummary, {
  summary: 'What the member has earned by selling: where it is now, and by month.',
  output: SalesSummary,
})
/** `clearing` until its day, then `payable`; `undone` sales were refunded to their buyers. */
export const saleStates = ['clearing', 'payable', 'undone'] as const
export const SaleDetail = z.object({
  tradeId: OrderId,
  listingId: Uuid,
  tokenId: TokenId,
  name: Words,
  state: z.enum(saleStates),
  priceYen: Yen,
  feeYen: Yen,
  royaltyYen: Yen,
  contentAccessYen: Yen,
  proceedsYen: Yen,
  deliveredAt: Instant,
  clearsAt: Instant,
  undoneAt: Instant.nullable(),
})
export type SaleDetail = z.infer<typeof SaleDetail>
export const listSalesDetails = endpoint(paths.salesDetails, {
  summary: 'The member’s delivered sales with the parts of each price, newest first.',
  query: z.object(pageQuery),
  output: listOf(SaleDetail),
})

/** `returned` came back from the bank or from a cancelled payout; `withdrawn`: the sale was undone. */
export const proceedsEvents = ['credited', 'withdrawn', 'requested', 'returned'] as const
export const ProceedsMovement = z.object({
  id: z.string(),
  registeredAt: Instant,
  event: z.enum([...proceedsEvents, 'used']),
  /** Positive when proceeds are added, negative when they are used. */
  amount: z.int(),
  reason: Words,
})
const beforeQuery = z.object({
  /**
   * Only entries registered before this; pass the `registeredAt` of the last entry for the next
   * page. Entries of one moment come together, so a page can have more than `pageSize`.
   */
  registeredBefore: Instant.optional(),
  pageSize: z.coerce.number().int().min(1).max(100).optional(),
})
export const listProceeds = endpoint(paths.listProceeds, {
  summary: 'Every movement of the member’s payable proceeds, except conversions into points, newest first.',
  query: beforeQuery,
  output: z.object({ items: z.array(ProceedsMovement) }),
})
export const listProceedsUsed = endpoint(paths.listProceedsUsed, {
  summary: 'The proceeds the member converted into points, newest first.',
  query: beforeQuery,
  output: z.object({ items: z.array(ProceedsMovement) }),
})
