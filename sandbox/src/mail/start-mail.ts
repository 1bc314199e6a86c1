import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { switchRoutes } from '../shared/switches.ts'
import { openMailBox } from './mail-box.ts'
import { mailListPage, mailPage } from './mail-pages.ts'
import { makeMailSwitches } from './mail-switches.ts'
import { startSmtp } from './smtp.ts'

type Options = { dataDir: string; smtpPort: number; host: string }
type Query = { Querystring: { to?: string; subject?: string } }

/**
 * Starts the mail server and adds the mailbox under /mail. Closing the app closes both. Returns the
 * SMTP port.
 */
export async function startMail(app: FastifyInstance, { dataDir, smtpPort, host }: Options): Promise<number> {
  const switches = makeMailSwitches()
  const box = await openMailBox(join(dataDir, 'mail.jsonl'))
  const smtp = await startSmtp(box, switches, { port: smtpPort, host })
  switchRoutes(app, '/sandbox/mail', switches)
  app.get<Query>('/mail', (request, reply) =>
    reply.type('text/html').send(mailListPage(box.list(request.query), request.query.to ?? '')),
  )
  app.get<{ Params: { id: string } }>('/mail/read/:id', (request, reply) => {
    const mail = box.find(request.params.id)
    return mail ? reply.type('text/html').send(mailPage(mail)) : reply.redirect('/mail')
  })
  app.get<Query>('/mail/messages', (request) => box.list(request.query))
  app.delete('/mail/messages', async () => {
    await box.clear()
    return []
  })
  app.addHook('onClose', async () => {
    await smtp.close()
    await box.close()
  })
  return smtp.port
}
