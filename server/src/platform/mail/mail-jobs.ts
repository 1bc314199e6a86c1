import { sendWaitingMails } from './send-waiting-mails.ts'

/** What the worker does for mails, and how often. */
export const mailJobs = [{ name: 'send-mails', everySeconds: 5, run: sendWaitingMails }] as const
