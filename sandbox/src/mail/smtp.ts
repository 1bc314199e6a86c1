import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { Switches } from '../shared/switches.ts'
import type { MailFaults } from './mail-switches.ts'
import type { MailBox } from './mail-box.ts'

/** The server's answer to a fault: 421 and 451 ask to try again, 550 says never. */
function refuseWith(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

/**
 * Takes mail for every address without sign-in; a mail is accepted only once it is on disk. Answers
 * its port.
 */
export async function startSmtp(
  box: MailBox,
  switches: Switches<MailFaults>,
  at: { port: number; host: string },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    // Without a certificate an offered STARTTLS would only make careful clients fail.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: 10_000_000,
    // A client that keeps its connection open must not hold up the end of the process.
    closeTimeout: 500,
    onConnect: (_session, done) => done(switches.now.down ? refuseWith(421, 'down for now') : null),
    onRcptTo: (_address, _session, done) =>
      done(switches.now.refuseRecipients ? refuseWith(550, 'no such mailbox') : null),
    onData: (stream, session, done) => {
      const store = async () => {
        const raw = await buffer(stream)
        if (switches.now.slowMs > 0) await sleep(switches.now.slowMs)
        if (switches.now.tryLater) throw refuseWith(451, 'try again later')
        await box.receive(
          raw,
          session.envelope.rcptTo.map(({ address }) => address),
        )
      }
      store().then(
        () => done(),
        (error: Error) => done(error),
      )
    },
  })
  // A client that goes away in the middle is its own affair.
  server.on('error', () => {})
  const port = await new Promise<number>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(at.port, at.host, () => {
      const address = server.server.address()
      resolve(typeof address === 'object' && address ? address.port : at.port)
    })
  })
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
