import { holderKanaMost, toBankKana } from '@kura/contract/money/bank-kana'
import { AppError, ensure } from '@kura/contract/errors'
import type { ParsedOf } from '@kura/contract/endpoint'
import { japanPostBank, readJapanPost } from '@kura/contract/money/japan-post'
import type { AccountType, PayoutAccount, setPayoutAccount as contract } from '@kura/contract/money/payout'
import type { Deps } from '../../deps.ts'
import { checkPassword, holdPassword } from '../../identity/member/check-password.ts'
import { checkAddressee } from '../../identity/member/member-text.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { notifyAccount } from '../../identity/notification/notify.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-waiting-mails.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { findBranch } from './bank-queries.ts'
import * as payouts from './queries.ts'

type AccountDeps = MailDeps & Pick<Deps, 'env' | 'background' | 'passwords' | 'log'>
type Body = ParsedOf<typeof contract>['body']

/** The registered account, its number hidden but for the end. Fails with NOT_FOUND. */
export async function showPayoutAccount({ sql }: Pick<Deps, 'sql'>, { memberId }: Viewer): Promise<PayoutAccount> {
  const account = await payouts.findAccount(sql, memberId)
  ensure(account, 'NOT_FOUND')
  return account
}

/**
 * Registers the account that payouts go to and mails that it was changed. Earlier payouts keep
 * their account. Fails with INVALID_INPUT (see the contract) and AUTHENTICATION_FAILED.
 */
export async function setPayoutAccount(
  deps: AccountDeps,
  { memberId }: Viewer,
  { body }: { body: Body },
): Promise<PayoutAccount> {
  const account = readAccount(body)
  const passwordHash = await checkPassword(deps, memberId, body.password)
  const branch = await findBranch(deps.sql, account.bankCode, account.branchCode)
  if (!branch) throw wrong('branchCode', 'unknown')
  if (branch.isClosed) throw wrong('branchCode', 'closed')
  const mailId = await transaction(deps.sql, async (db) => {
    // locks the member's row against a parallel registration or deletion
    await holdPassword(db, memberId, passwordHash)
    const holder = await payouts.findHolder(db, memberId)
    if (holder !== undefined && spaceless(holder) !== spaceless(account.holderKana))
      throw wrong('fullNameKana', 'holder_differs')
    await payouts.replaceAccount(db, { ...account, id: newId(), memberId })
    const accountEnd = account.accountNumber.slice(-3)
    const details = { bankCode: account.bankCode, branchCode: account.branchCode, accountEnd }
    await recordAct(db, { actor: memberId, act: 'payout-account.changed', subject: memberId, details })
    await notifyAccount(db, memberId, 'payout-account-changed')
    const { email, locale } = await payouts.findMailOf(db, memberId)
    if (email === null) return undefined
    const bank = `${branch.bankName} ${branch.branchName} ••••${accountEnd}`
    const words = { bank, link: siteLink(deps.env, '/mypage/sales/account') }
    return queueMail(db, { recipient: email, locale, template: 'payout-account-changed', words })
  })
  if (mailId !== undefined) sendSoon(deps, mailId)
  return showPayoutAccount(deps, { memberId } as Viewer)
}

/** One bank writes a space between the names, another does not. */
const spaceless = (kana: string): string => kana.replaceAll(' ', '')

type ReadAccount = Omit<payouts.NewAccount, 'id' | 'memberId'>

/** The input in the form that banks accept. Fails with INVALID_INPUT and the field. */
function readAccount(body: Body): ReadAccount {
  const { financialInstitutionCode: bankCode, fullName, fullNameKana } = body
  const { kana: holderKana, refused } = toBankKana(fullNameKana)
  if (refused.length > 0 || holderKana === '') throw wrong('fullNameKana', 'kana')
  if (holderKana.length > holderKanaMost) throw wrong('fullNameKana', 'too_long')
  const place = readPlace(bankCode, body)
  return { bankCode, ...place, holder: checkAddressee(fullName, 'fullName'), holderKana }
}

function readPlace(
  bankCode: string,
  { symbol, number, branchCode, accountType, accountNumber }: Body,
): { branchCode: string; accountType: AccountType; accountNumber: string } {
  if (symbol !== undefined || number !== undefined) {
    if (bankCode !== japanPostBank) throw wrong('symbol', 'other_bank')
    const read = readJapanPost(symbol ?? '', number ?? '')
    if ('fault' in read) throw wrong(read.fault, 'invalid')
    return read
  }
  if (branchCode === undefined) throw wrong('branchCode', 'required')
  if (accountType === undefined) throw wrong('accountType', 'required')
  if (accountNumber === undefined || /^0+$/.test(accountNumber)) throw wrong('accountNumber', 'required')
  return { branchCode, accountType, accountNumber: accountNumber.padStart(7, '0') }
}

const wrong = (field: string, fault: string): AppError => new AppError('INVALID_INPUT', { details: [{ field, fault }] })
