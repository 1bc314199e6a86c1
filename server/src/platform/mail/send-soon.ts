import type { Deps } from '../../deps.ts'
import { sendMails } from './send-waiting-mails.ts'
import type { MailDeps } from './send-waiting-mails.ts'

/** Sends a queued mail right after the answer, so that people need not wait for the worker; the worker sends it if this fails. */
export const sendSoon = (deps: MailDeps & Pick<Deps, 'background'>, mailId: string): void =>
  deps.background.run('mail', () => sendMails(deps, 1, mailId))
