import { setTimeout as sleep } from 'node:timers/promises'
import { checkAndCount, checkSales } from './audit/check/run-checks.ts'
import { reconcileJobs } from './audit/reconcile/reconcile.ts'
import { startChainWorker } from './chain/agent/chain-worker.ts'
import { orderJobs } from './checkout/order/order-jobs.ts'
import { noticeJobs } from './catalogue/notice/announce-news.ts'
import { cleanUp } from './clean-up.ts'
import type { Deps } from './deps.ts'
import { deletionJobs } from './identity/account/deletion.ts'
import { notificationJobs } from './identity/notification/deliver.ts'
import { exportJobs } from './identity/export/export.ts'
import { walletJobs } from './identity/wallet/apply-due-changes.ts'
import { listNamedFiles } from './library/content/import-queries.ts'
import { contentDirOf, sweepPages } from './library/content/make-page.ts'
import { giftJobs } from './market/gift/gift-jobs.ts'
import { listingJobs } from './market/listing/listing-orders.ts'
import { saleOrderUses } from './market/sale-order-uses.ts'
import { saleOrderJobs } from './market/sale-order/sale-order-jobs.ts'
import { listDueTrades, settleTrade } from './market/trade/settle-trade.ts'
import { tradeJobs } from './market/trade/trade-jobs.ts'
import { transferJobs } from './market/transfer/follow-transfers.ts'
import { listDueCards, settleCard } from './money/card/store-card.ts'
import { handleNotices } from './money/payment/notices.ts'
import { listDuePayments, recheckPayments, settlePayment } from './money/payment/settle-payment.ts'
import { payoutJobs } from './money/payout/letters.ts'
import { pointJobs } from './money/point/expire-lots.ts'
import { runByClock, startBoss, workOn, runEvery } from './platform/jobs/queues.ts'
import type { IdQueue, TimedQueue, Round } from './platform/jobs/queues.ts'
import { mailJobs } from './platform/mail/send-waiting-mails.ts'
import { listDueOpenings, settleOpening } from './shop/opening/settle-opening.ts'
import { airdropJobs } from './shop/airdrop/announce-airdrops.ts'
import { pictureJobs } from './platform/media/thumbnail.ts'
import { packJobs } from './shop/pack/draw-packs.ts'

const drainMs = 5000

export type Worker = { stop: () => Promise<void> }

/** Everything the worker role does. Any number of workers may run; each may be killed at any moment. */
export async function startWorker(deps: Deps): Promise<Worker> {
  const queues: IdQueue[] = [
    { name: 'settle-payment', listDue: () => listDuePayments(deps), settle: (id) => settlePayment(deps, id) },
    { name: 'settle-opening', listDue: () => listDueOpenings(deps), settle: (id) => settleOpening(deps, id) },
    { name: 'settle-trade', listDue: () => listDueTrades(deps), settle: (id) => settleTrade(deps, id) },
    { name: 'settle-card', listDue: () => listDueCards(deps), settle: (id) => settleCard(deps, id) },
  ]
  const listNamed = (files: string[]) => listNamedFiles(deps.sql, files)
  const timed: TimedQueue[] = [
    { name: 'check-invariants', cron: '*/5 * * * *', run: () => checkAndCount(deps, 'changed') },
    // at half past three in Japan
    { name: 'check-everything', cron: '30 18 * * *', run: () => checkAndCount(deps, 'whole') },
    { name: 'check-sales', cron: '40 * * * *', run: () => checkSales(deps) },
    { name: 'recheck-payments', cron: '*/10 * * * *', run: () => recheckPayments(deps) },
    { name: 'clean-up', cron: '17 * * * *', run: () => cleanUp(deps) },
    { name: 'sweep-pages', cron: '40 18 * * *', run: () => sweepPages(contentDirOf(deps.env), listNamed) },
    ...reconcileJobs(deps),
  ]
  const boss = await startBoss(deps)
  const fills: Round[] = []
  for (const queue of queues) fills.push(await workOn(boss, deps, queue))
  for (const queue of timed) await runByClock(boss, queue)
  const rounds = runEvery(deps, [
    ...fills,
    { name: 'notices of the card gateway', everySeconds: 1, run: () => handleNotices(deps, 'card') },
    { name: 'notices of Paidy', everySeconds: 1, run: () => handleNotices(deps, 'paidy') },
    ...[
      ...mailJobs,
      ...notificationJobs,
      ...walletJobs,
      ...deletionJobs,
      ...exportJobs,
      ...pictureJobs,
      ...orderJobs,
      ...noticeJobs,
      ...packJobs,
      ...airdropJobs,
      ...payoutJobs,
      ...pointJobs,
      ...saleOrderJobs(saleOrderUses),
      ...listingJobs,
      ...giftJobs,
      ...transferJobs,
      ...tradeJobs,
    ].map(({ name, everySeconds, run }): Round => ({
      name,
      everySeconds,
      run: () => run(deps),
    })),
  ])
  const chain = startChainWorker(deps, { publicUrl: deps.env.PUBLIC_URL })
  return {
    stop: async () => {
      // work under way ends first, but never waits for a node or a gateway: the next worker finds
      // it by its row
      const ended = Promise.all([rounds.stop(), chain.stop(), boss.stop({ graceful: true, timeout: drainMs })])
      await Promise.race([ended, sleep(drainMs, undefined, { ref: false })])
    },
  }
}
