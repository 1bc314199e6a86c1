import { setTimeout as sleep } from 'node:timers/promises'
import { adviceOn, sources } from './difference.ts'
import type { Gateway, Source } from './difference.ts'
import { listOpen } from './item-queries.ts'
import type { OpenItem } from './item-queries.ts'
import { namePayments } from './read-list.ts'
import { reconcile } from './reconcile.ts'
import type { Outcome, ReconcileDeps } from './reconcile.ts'

type HandOptions = {
  source: Source | undefined
  since: Date | undefined
  list: { gateway: Gateway; bytes: Uint8Array } | undefined
}
const progressMs = 2000
const waitsMost = 30

/**
 * `kura reconcile`: compares with one source or with all, reported line by line, and lists the open
 * items. True when nothing new was found and everything was compared.
 */
export async function reconcileByHand(
  deps: ReconcileDeps,
  { source, since, list }: HandOptions,
  say: (line: string) => void,
): Promise<boolean> {
  if (list) say(`${list.gateway}: the list names ${await namePayments(deps, list.gateway, list.bytes)} payments`)
  let isWell = true
  for (const one of source ? [source] : sources) {
    const outcome = await compareWhole(deps, one, since, say)
    say(`${one}: ${outcomeLine(one, outcome)}`)
    if (outcome.kind !== 'done' || outcome.fresh.length > 0) isWell = false
  }
  const open = await listOpen(deps.sql, source ?? null)
  for (const item of open) for (const line of present(item)) say(line)
  if (open.length > 0) say(`${open.length} open items; close one by hand: kura reconcile --close <id> --reason <text>`)
  return isWell
}

/** One that was interrupted is ended first; then what has moved since it began is compared too. */
async function compareWhole(
  deps: ReconcileDeps,
  source: Source,
  since: Date | undefined,
  say: (line: string) => void,
): Promise<Outcome> {
  let compared = 0
  let saidAt = Date.now()
  const options = {
    ...(since ? { since } : {}),
    isWhole: source === 'chain',
    say: (more: number) => {
      compared += more
      if (Date.now() - saidAt < progressMs) return
      saidAt = Date.now()
      say(`${source}: ${compared.toLocaleString('en')} compared so far`)
    },
  }
  let first = await reconcile(deps, source, options)
  for (let wait = 0; first.kind === 'busy' && wait < waitsMost; wait += 1) {
    if (wait === 0) say(`${source}: another process compares, waiting for it`)
    await sleep(1000)
    first = await reconcile(deps, source, options)
  }
  if (first.kind !== 'done' || !first.isResumed) return first
  const second = await reconcile(deps, source, options)
  return second.kind === 'busy' ? second : { ...second, fresh: [...first.fresh, ...second.fresh] }
}

function outcomeLine(source: Source, outcome: Outcome): string {
  if (outcome.kind === 'busy') return 'another process compares at the moment'
  if (outcome.kind === 'stopped') return `stopped, ${outcome.why}; the next run continues from here`
  const { compared, oursYen, theirsYen, fresh } = outcome
  const counted = `${compared.toLocaleString('en')} compared`
  const sums =
    source === 'chain' ? '' : `, ${oursYen.toLocaleString('en')} yen here, ${theirsYen.toLocaleString('en')} there`
  return `${counted}${sums}, ${fresh.length === 0 ? 'no new difference' : `${fresh.length} new differences`}`
}

function present(item: OpenItem): string[] {
  const { id, source, kind, subject, what, orderId, paymentRef, tokenId, amountYen, direction } = item
  const facts = [
    orderId && `order ${orderId}`,
    paymentRef && `${source === 'chain' ? 'account' : 'payment'} ${paymentRef}`,
    tokenId && tokenId !== subject && `token ${tokenId}`,
    amountYen !== null && `${amountYen} ${source === 'points' ? 'points' : 'yen'}`,
    direction && (direction === 'ours' ? 'in our books' : 'in theirs'),
  ].filter(Boolean)
  return [`${source} ${kind} ${subject}: ${what}`, `  ${[...facts, `item ${id}`].join(', ')}`, `  → ${adviceOn(kind)}`]
}
