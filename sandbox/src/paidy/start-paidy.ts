import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { csv } from '../shared/csv.ts'
import { faulty } from '../shared/faults.ts'
import type { Storm } from '../shared/storm.ts'
import { switchRoutes } from '../shared/switches.ts'
import { checkoutPage } from './checkout-page.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { makeCheckouts } from './checkouts.ts'
import { paidyHelpPage } from './help-page.ts'
import { openPaidyNotices } from './paidy-notices.ts'
import { makePaidySwitches } from './paidy-switches.ts'
import { openPaymentBook } from './payment-book.ts'
import type { PaymentContext } from './payments.ts'
import { paidyRest } from './rest.ts'

/** The one merchant this Paidy knows. */
export const sandboxPaidy = {
  publicKey: 'pk_test_sandbox0000000000000001',
  secretKey: 'sk_test_sandbox0000000000000001',
} as const

type Options = { dataDir: string; appUrl: string; storm: Storm; log: (line: string) => void }

/**
 * Opens Paidy's books and adds all its routes under /paidy and /sandbox/paidy. Closing the app
 * closes the books.
 */
export async function startPaidy(app: FastifyInstance, { dataDir, appUrl, storm, log }: Options): Promise<void> {
  const switches = makePaidySwitches(new URL('/api/notices/paidy', appUrl).href)
  const book = await openPaymentBook(join(dataDir, 'paidy-payments.jsonl'))
  const notices = await openPaidyNotices(join(dataDir, 'paidy-notices.jsonl'), switches.now, log)
  const clock = () => new Date(Date.now() + switches.now.clockOffsetDays * 86_400_000)
  const context: PaymentContext = {
    book,
    clock,
    announce: (payment, event) =>
      notices.push({
        payment_id: payment.id,
        order_ref: payment.order.order_ref,
        status: event,
        event_type: 'payment',
        timestamp: clock().toISOString(),
      }),
  }
  const script = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')
  const [checkoutScript, frameScript] = await Promise.all([script('browser-checkout.js'), script('browser-frame.js')])

  switchRoutes(app, '/sandbox/paidy/switches', switches)
  app.get('/sandbox/paidy', async () => {
    await book.settled()
    return { payments: book.all().map(({ payment }) => payment), noticesWaiting: notices.waiting() }
  })
  app.get('/sandbox/paidy/payments.csv', async (_request, reply) => {
    await book.settled()
    const lines = book
      .all()
      .map(({ payment }) => payment)
      .map((one) => [one.id, one.order.order_ref, one.amount, one.status, one.created_at])
    return reply
      .type('text/csv;charset=utf-8')
      .header('content-disposition', 'attachment; filename="payments.csv"')
      .send(csv([['決済ID', '注文番号', '金額', '状態', '作成日時'], ...lines]))
  })
  app.get('/paidy', (_request, reply) => reply.type('text/html').send(paidyHelpPage(sandboxPaidy)))
  await app.register(
    async (scope) => {
      faulty(scope, switches, storm)
      scope.get('/checkout.js', (_request, reply) => reply.type('text/javascript').send(checkoutScript))
      scope.get('/frame.js', (_request, reply) => reply.type('text/javascript').send(frameScript))
      scope.get('/checkout', (_request, reply) => reply.type('text/html').send(checkoutPage))
      checkoutRoutes(scope, makeCheckouts(context, sandboxPaidy.publicKey, storm))
    },
    { prefix: '/paidy' },
  )
  await app.register(
    async (scope) => {
      faulty(scope, switches, storm)
      paidyRest(scope, { context, keys: sandboxPaidy, switches, storm })
    },
    { prefix: '/paidy' },
  )
  app.addHook('onClose', async () => {
    await notices.close()
    await book.close()
  })
}
