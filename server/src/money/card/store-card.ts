import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import type { KeptCard } from '../../platform/gateways/card.ts'
import * as cards from './queries.ts'
import { findByPayment } from './queries.ts'
import type { CardRow } from './queries.ts'

/**
 * Writes the intent to store the card of a captured payment, last in the transaction of the
 * capture; nothing without a request or above the member's limit of cards. The purchase continues
 * either way.
 */
export async function keepCardOf(db: Db, paymentId: string): Promise<boolean> {
  const memberId = await cards.findWisher(db, paymentId)
  if (memberId === undefined) return false
  await cards.lockCards(db, memberId)
  if ((await cards.countOwn(db, memberId)) >= limits.cardsMost) return false
  return cards.insertSaving(db, newId(), paymentId)
}

/**
 * Stores the card of a payment right after the response, if its member asked for it; the worker can
 * continue from any point.
 */
export const storeSoon = (deps: CardDeps & Pick<Deps, 'background'>, paymentId: string): void =>
  deps.background.run('card', async () => {
    const id = await findByPayment(deps.sql, paymentId)
    if (id !== undefined) await settleCard(deps, id)
  })

export type CardDeps = Pick<Deps, 'sql' | 'cardVault' | 'log'>
const restSeconds = 10

/**
 * Takes one card's next step at the gateway: stores the one that paid, or deletes one that its
 * member deleted. Safe to repeat and to run in parallel; after a lost response the gateway's list
 * decides, so that no card is stored twice.
 */
export async function settleCard(deps: CardDeps, id: string): Promise<void> {
  if (!(await cards.claim(deps.sql, id))) return
  const card = await cards.find(deps.sql, id)
  if (!card) return
  const isDone = card.state === 'saving' ? await keep(deps, card) : await forget(deps, card)
  if (!isDone) await cards.restFor(deps.sql, id, restSeconds)
}

/** Cards that are due. */
export const listDueCards = (deps: Pick<Deps, 'sql'>, limit = 100): Promise<string[]> => cards.listDue(deps.sql, limit)

async function keep(deps: CardDeps, card: CardRow): Promise<boolean> {
  const { id, gatewayMemberId, gatewayOrderId, holderName } = card
  if (gatewayOrderId === null) return fail(deps, card, 'no payment')
  if (!(await openMember(deps, card))) return false
  const earlier = await findKept(deps, card)
  if (earlier === 'unknown') return false
  if (earlier) return store(deps, card, earlier)
  const order = { gatewayMemberId, gatewayOrderId, cardName: markOf(id), holderName }
  const answer = await deps.cardVault.keepTraded(order)
  if (answer.kind === 'declined') return fail(deps, card, answer.error)
  // the list is complete, also after a lost response
  const kept = await findKept(deps, card, answer.kind === 'kept' ? answer.seq : undefined)
  return kept === 'unknown' || kept === undefined ? false : store(deps, card, kept)
}

async function openMember(deps: CardDeps, { memberId, gatewayMemberId, isMemberSaved }: CardRow): Promise<boolean> {
  if (isMemberSaved) return true
  await cards.ensureCardMember(deps.sql, memberId)
  const answer = await deps.cardVault.saveMember(gatewayMemberId)
  if (answer.kind !== 'done') {
    deps.log.warn({ memberId, answer }, 'a member could not be opened at the card gateway')
    return false
  }
  await cards.markMemberSaved(deps.sql, memberId)
  return true
}

/** The card at the gateway with this number, or that carries our mark, and is not another row's. */
async function findKept(deps: CardDeps, card: CardRow, keptSeq?: number): Promise<KeptCard | 'unknown' | undefined> {
  const list = await deps.cardVault.list(card.gatewayMemberId)
  if (list.kind !== 'cards') return 'unknown'
  const known = new Set(await cards.listKnownSeqs(deps.sql, card.memberId))
  const mark = markOf(card.id)
  return list.cards.find(
    ({ seq, name, isDeleted }) => !isDeleted && !known.has(seq) && (seq === keptSeq || name === mark),
  )
}

async function store(deps: CardDeps, { id, holderName }: CardRow, kept: KeptCard): Promise<true> {
  await cards.markStored(deps.sql, id, {
    gatewaySeq: kept.seq,
    maskedNumber: kept.maskedNumber,
    brand: brandOf(kept.maskedNumber),
    expires: kept.expires,
    holderName: kept.holderName || holderName,
  })
  return true
}

async function fail(deps: CardDeps, { id }: CardRow, error: string): Promise<true> {
  deps.log.warn({ card: id, error }, 'a card was not stored')
  await cards.markFailed(deps.sql, id, error)
  return true
}

async function forget(deps: CardDeps, { id, gatewayMemberId, gatewaySeq }: CardRow): Promise<boolean> {
  if (gatewaySeq !== null) {
    const answer = await deps.cardVault.remove(gatewayMemberId, gatewaySeq)
    if (answer.kind !== 'done') {
      deps.log.warn({ card: id, answer }, 'a card could not be deleted at the gateway yet')
      return false
    }
  }
  await cards.markDeleted(deps.sql, id)
  return true
}

/**
 * The name a card has at the gateway, at most ten characters: it finds a card whose response was
 * lost.
 */
const markOf = (id: string): string => id.replaceAll('-', '').slice(-10)

const brands: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [/^35/, 'JCB'],
  [/^3[47]/, 'American Express'],
  [/^3[068]/, 'Diners Club'],
]

/** The brand by the visible first digits of a masked number; '' when they do not show it. */
export const brandOf = (maskedNumber: string): string => brands.find(([first]) => first.test(maskedNumber))?.[1] ?? ''
