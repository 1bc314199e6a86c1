import { openJournal } from '../shared/journal.ts'
import type { Form } from './call.ts'
import { CardRefusal } from './refusals.ts'
import type { CardFace } from './trade-book.ts'

export type StoredCard = CardFace & { cardName: string; isDefault: boolean; isDeleted: boolean }
/**
 * A card's place in `cards` is its physical number, which never changes; its place among those not
 * deleted is the logical one.
 */
export type Member = { id: string; name: string; cards: readonly StoredCard[]; isDeleted: boolean }
export type MemberBook = {
  find(id: string): Member | undefined
  all(): Member[]
  /** Resolves once the member is on disk. */
  save(member: Member): Promise<Member>
  settled(): Promise<void>
  close(): Promise<void>
}

/** Most cards a member may have at once. */
export const mostCards = 10

/** Opens the members kept in one file; the last line of a member counts. */
export async function openMemberBook(path: string): Promise<MemberBook> {
  const members = new Map<string, Member>()
  const journal = await openJournal<Member>(path, (records) => [
    ...new Map(records.map((member) => [member.id, member])).values(),
  ])
  for (const member of journal.records) members.set(member.id, member)
  return {
    find(id) {
      const member = members.get(id)
      return member?.isDeleted ? undefined : member
    },
    all: () => [...members.values()],
    async save(member) {
      members.set(member.id, member)
      await journal.append(member)
      return member
    },
    settled: () => journal.settled(),
    close: () => journal.close(),
  }
}

export type NumberedCard = { card: StoredCard; physical: number; seq: number }

/**
 * The cards of a member with the numbers of the SeqMode: 0 counts those that are left, 1 counts all
 * that ever were.
 */
export function numberCards(member: Member, seqMode: string | undefined): NumberedCard[] {
  const all = member.cards.map((card, physical) => ({ card, physical, seq: physical }))
  if (isPhysical(seqMode)) return all
  return all.filter(({ card }) => !card.isDeleted).map((entry, seq) => ({ ...entry, seq }))
}

/** The card of SeqMode and CardSeq; refuses when there is none or it was deleted. */
export function findCard(member: Member, { SeqMode, CardSeq = '' }: Form): NumberedCard {
  if (!/^\d+$/.test(CardSeq)) throw new CardRefusal('E01230006')
  const found = numberCards(member, SeqMode).find(({ seq }) => seq === Number(CardSeq))
  if (!found || found.card.isDeleted) throw new CardRefusal('E01240002')
  return found
}

function isPhysical(seqMode = '0') {
  if (seqMode !== '' && seqMode !== '0' && seqMode !== '1') throw new CardRefusal('E01470008')
  return seqMode === '1'
}
