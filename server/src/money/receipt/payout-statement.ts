import type { OperatorView } from '@kura/contract/catalogue/operator'
import type { ParsedOf } from '@kura/contract/endpoint'
import { ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import { payoutPaperKinds } from '@kura/contract/money/receipt'
import type { showPayoutStatement as contract } from '@kura/contract/money/receipt'
import { includedTax } from '@kura/contract/money/tax'
import type { Deps } from '../../deps.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { RawFile, Viewer } from '../../platform/http/on.ts'
import { findOrIssue, issuerOf } from './issue.ts'
import type { Issuer, Numbered, Pair } from './issue.ts'
import { findPaidPayout } from './queries.ts'

export type PayoutPaperKind = (typeof payoutPaperKinds)[number]

/** A payout that the bank paid, as its statement needs it. */
export type PaidPayout = {
  payoutId: string
  number: number
  holder: string
  bankName: string
  branchName: string
  accountEnd: string
  amountYen: number
  feeYen: number
  requestedAt: Date
  paidAt: Date
  /** When the bank returned it after all. */
  returnedAt: Date | null
}

/**
 * The content of a payout's statement, fixed when it is numbered. It is our invoice for the fee, our
 * service to the seller: `totalYen` and `taxes` are of the fee alone.
 */
export type PayoutPaper = {
  issuer: Issuer
  addressee: string
  payoutNumber: number
  bank: string
  amountYen: number
  transferredYen: number
  requestedAt: string
  paidAt: string
  /** Of a reversal: when, and of which statement. */
  returnedAt: string | null
  amends: number | null
  totalYen: number
  taxes: { percent: number; totalYen: number; taxYen: number }[]
}
export type NumberedPayoutPaper = Numbered<PayoutPaperKind, PayoutPaper>

const paperOf = (paid: PaidPayout, operator: OperatorView): PayoutPaper => ({
  issuer: issuerOf(operator),
  addressee: paid.holder,
  payoutNumber: paid.number,
  bank: `${paid.bankName} ${paid.branchName} ••••${paid.accountEnd}`,
  amountYen: paid.amountYen,
  transferredYen: paid.amountYen - paid.feeYen,
  requestedAt: paid.requestedAt.toISOString(),
  paidAt: paid.paidAt.toISOString(),
  returnedAt: null,
  amends: null,
  totalYen: paid.feeYen,
  taxes:
    paid.feeYen === 0
      ? []
      : [{ percent: limits.consumptionTaxPercent, totalYen: paid.feeYen, taxYen: includedTax(paid.feeYen) }],
})

/** The reversal of a statement: the same, by the same issuer. */
const returnOf = ({ number, details }: NumberedPayoutPaper, returnedAt: Date): PayoutPaper => ({
  ...details,
  returnedAt: returnedAt.toISOString(),
  amends: number,
})

const pairOf = (paid: PaidPayout): Pair<PayoutPaperKind, PayoutPaper> => {
  const { payoutId, returnedAt } = paid
  return {
    subject: { payoutId },
    kinds: payoutPaperKinds,
    make: (issuer) => paperOf(paid, issuer),
    reverse: returnedAt === null ? undefined : (statement) => returnOf(statement, returnedAt),
  }
}

/**
 * The statement of the member's own paid payout as PDF, or its reversal once the bank returned it;
 * issued when it is first needed. Fails with NOT_FOUND when the payout is not the caller's or no
 * operator is set, and with PAYOUT_STATE when it is not paid, or not returned.
 */
export async function showPayoutStatement(
  deps: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { params, query }: ParsedOf<typeof contract>,
  language: 'ja' | 'en',
): Promise<RawFile> {
  await limitRate(deps, 'receiptPerMember', memberId)
  const { isOwn, paid } = await findPaidPayout(deps.sql, params.payoutId, memberId)
  ensure(isOwn, 'NOT_FOUND')
  ensure(paid, 'PAYOUT_STATE')
  const paper = await findOrIssue(deps, query.kind ?? 'payout', pairOf(paid), 'PAYOUT_STATE')
  // loaded on the first request: no server needs it at start
  const { drawPayoutStatement } = await import('./draw-payout-statement.ts')
  const rawFile = await drawPayoutStatement(paper, query.language ?? language)
  return { rawFile, name: `${paper.kind}-${paper.number}.pdf` }
}
