import { formatYen } from '@kura/contract/money'
import type { Deps } from '../../deps.ts'
import { notify } from '../../identity/notification/notify.ts'
import { raiseAlarm } from '../../platform/alarm/alarms.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import type { TemplateName } from '../../platform/mail/templates.ts'
import { claimAlarm } from '../ledger/credit-proceeds.ts'
import { takeUnalarmed } from '../ledger/queries.ts'
import { loadBanks } from './banks.ts'
import type { BookedPayout } from './book-payout.ts'
import * as letters from './letter-queries.ts'

type LetterDeps = Pick<Deps, 'sql' | 'env' | 'log' | 'metrics'>

/** Queues the mail and the notification about one step of a payout, in the transaction of that step. */
export async function mailPayout(
  db: Db,
  env: Deps['env'],
  { id, number, memberId, amountYen, feeYen }: BookedPayout,
  template: TemplateName & `payout-${'requested' | 'cancelled' | letters.PayoutEvent}`,
): Promise<void> {
  const amount = formatYen(amountYen)
  await notify(db, memberId, { event: template, subject: id, cause: `${template}:${id}`, facts: { amount } })
  const { email, locale, bankName, branchName, accountEnd, payOn, reason } = await letters.findMail(db, id)
  if (email === null) return
  const words = {
    number: String(number),
    amount,
    fee: formatYen(feeYen),
    transferred: formatYen(amountYen - feeYen),
    bank: `${bankName} ${branchName} ••••${accountEnd}`,
    payOn: payOn === null ? '' : dayOf(payOn, locale),
    reason: reason ?? '',
    link: siteLink(env, '/mypage/sales'),
  }
  await queueMail(db, { recipient: email, locale, template, words })
}

const dayOf = (day: string, locale: 'ja' | 'en'): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })

const atOnce = 50

/**
 * Writes the noted mails about payouts, once each: marking a letter and queueing its mail are one
 * transaction. Returns how many it read.
 */
export async function writePayoutLetters({ sql, env }: Pick<Deps, 'sql' | 'env'>): Promise<number> {
  let written = 0
  for (;;) {
    const count = await transaction(sql, async (db) => {
      // with two writers, one could write about the result before the other about the release
      if (!(await letters.isWriter(db))) return 0
      const due = await letters.takeDue(db, atOnce)
      for (const { event, ...payout } of due) await mailPayout(db, env, payout, `payout-${event}`)
      return due.length
    })
    written += count
    if (count < atOnce) return written
  }
}

/** Raises the alarm about each new claim on a seller, once, and about batches without a result. */
export async function raisePayoutAlarms(deps: LetterDeps): Promise<void> {
  await transaction(deps.sql, async (db) => {
    for (const { tradeId, memberId, missingYen } of await takeUnalarmed(db)) {
      const message = `the seller ${memberId} lacks ${missingYen} yen of an undone sale; their next proceeds pay it`
      await raiseAlarm({ ...deps, sql: db }, { kind: claimAlarm, subject: tradeId, message })
    }
  })
  for (const { number, payOn } of await letters.listLateBatches(deps.sql)) {
    const message = `batch ${number} was to be paid on ${payOn}, and its result was not read`
    await raiseAlarm(deps, { kind: lateAlarm, subject: `batch ${number}`, message })
  }
}

/** The kind of the alarm about a released batch whose result is days late. */
export const lateAlarm = 'payout-result-late'

/** The worker loads newer bank data at start, and checks again each hour. */
export const payoutJobs = [
  { name: 'load-banks', everySeconds: 3600, run: loadBanks },
  { name: 'payout-letters', everySeconds: 5, run: writePayoutLetters },
  { name: 'payout-alarms', everySeconds: 60, run: raisePayoutAlarms },
] as const
