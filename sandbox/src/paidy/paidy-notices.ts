import { openOutbox, type Outbox } from '../shared/outbox.ts'
import type { PaidyFaults } from './paidy-switches.ts'

export type PaidyNotice = {
  payment_id: string
  order_ref: string
  status: string
  event_type: 'payment'
  timestamp: string
}

/** Sends unsigned webhooks, again and again until the shop answers 2xx. */
export const openPaidyNotices = (
  path: string,
  faults: PaidyFaults,
  log: (line: string) => void,
): Promise<Outbox<PaidyNotice>> => openOutbox<PaidyNotice>({ path, faults, log, send })

async function send(url: string, notice: PaidyNotice, signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(notice),
    signal,
  })
  await answer.arrayBuffer()
  return answer.ok
}
