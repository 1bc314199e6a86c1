import type { Deps } from '../../deps.ts'
import { MailRefused, MailUnknown } from '../gateways/mailer.ts'
import { step } from '../step.ts'
import { claimDue, endLost, forgetFarewell, markDead, markHanded, markSent, markWaiting } from './queries.ts'
import type { MailRow } from './queries.ts'
import { isTemplate, renderMail } from './render-mail.ts'

export type MailDeps = Pick<Deps, 'sql' | 'mailer' | 'metrics' | 'log'>

/** 15 s, 1 min, 4 min, 16 min, then hourly: a mail server that is away for a morning loses nothing. */
const attemptsMost = 12
const waitSeconds = (attempts: number): number => Math.min(3600, 15 * 4 ** (attempts - 1))

/**
 * Sends the mails that are due, at most 50. Returns how many were tried. A mail is sent at least
 * once, and one that may be lost at most once.
 */
export async function sendWaitingMails(deps: MailDeps): Promise<number> {
  await endLost(deps.sql)
  return sendMails(deps, 50)
}

/** Sends up to `most` due mails, or just one when its id is given. */
export async function sendMails(deps: MailDeps, most: number, onlyId?: string): Promise<number> {
  const mails = await claimDue(deps.sql, most, onlyId)
  for (const mail of mails) await sendOne(deps, mail)
  return mails.length
}

async function sendOne(deps: MailDeps, mail: MailRow): Promise<void> {
  try {
    if (!isTemplate(mail.template)) throw new MailRefused(`no template ${mail.template}`)
    const content = renderMail(mail.template, mail.locale, mail.words as never)
    if (mail.isOnce && !(await markHanded(deps.sql, mail))) return
    await step('mail.send', () => deps.mailer.send({ id: mail.id, to: mail.recipient, ...content }))
  } catch (error) {
    await keepFailure(deps, mail, error)
    return
  }
  await markSent(deps.sql, mail)
  await forgetFarewell(deps.sql, mail.id)
}

async function keepFailure(deps: MailDeps, mail: MailRow, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
  const isRefused = error instanceof MailRefused || (mail.isOnce && error instanceof MailUnknown)
  if (!isRefused && mail.attempts < attemptsMost) {
    deps.log.warn({ mailId: mail.id, attempts: mail.attempts, reason }, 'a mail was not sent; it will be tried again')
    await markWaiting(deps.sql, mail, waitSeconds(mail.attempts), reason)
    return
  }
  await markDead(deps.sql, mail, reason)
  await forgetFarewell(deps.sql, mail.id)
  deps.metrics.alarms.inc({ kind: isRefused ? 'mail-refused' : 'mail-dead' })
  deps.log.error({ mailId: mail.id, reason }, 'a mail will not be sent')
}

/**
 * Sends a queued mail right after the answer, so that people need not wait for the worker; the
 * worker sends it if this fails.
 */
export const sendSoon = (deps: MailDeps & Pick<Deps, 'background'>, mailId: string): void =>
  deps.background.run('mail', () => sendMails(deps, 1, mailId))

/** What the worker does for mails, and how often. */
export const mailJobs = [{ name: 'send-mails', everySeconds: 5, run: sendWaitingMails }] as const
