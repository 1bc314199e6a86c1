import {
  checkShop,
  checkSite,
  findMember,
  readMemberId,
  refuseAny,
  type Call,
  type CallContext,
  type Form,
} from './call.ts'
import { faceOf } from './card-tokens.ts'
import { findCard, mostCards, numberCards, type Member, type StoredCard } from './member-book.ts'
import { CardRefusal } from './refusals.ts'
import type { CardFace } from './trade-book.ts'

/** Keeps the card of a token for a member: a new one, or in the place of CardSeq. */
export const saveCard: Call = async (context, form) => {
  const member = findMember(context, form)
  refuseAny([['EX1000301', !form.Token]])
  const old = form.CardSeq ? findCard(member, form) : undefined
  if (!old) checkRoom(member)
  checkHolder(form)
  const face = faceOf(context.tokens.spend(form.Token ?? ''))
  return keep(context, member, form, face, old?.physical ?? member.cards.length)
}

/** Keeps the card that paid for an order. */
export const tradedCard: Call = async (context, form) => {
  checkShop(context, form)
  const member = findMember(context, form)
  refuseAny([['E01040001', !form.OrderID]])
  const trade = context.book.byOrder(form.OrderID ?? '')
  if (!trade?.card) throw new CardRefusal('E01110002')
  refuseAny([
    ['E01110010', trade.status === 'UNPROCESSED' || trade.status === 'AUTHENTICATED'],
    ['E01630010', trade.memberId !== '' && trade.memberId !== member.id],
  ])
  checkRoom(member)
  checkHolder(form)
  return keep(context, member, form, trade.card, member.cards.length)
}

/**
 * The cards of a member as lists paired by position. In physical mode those deleted are listed too,
 * with their flag.
 */
export const searchCard: Call = async (context, form) => {
  checkSite(context, form)
  const member = context.members.find(readMemberId(form))
  if (!member) throw new CardRefusal('E01390002', 'E01240002')
  const chosen = form.CardSeq ? [findCard(member, form)] : numberCards(member, form.SeqMode)
  if (chosen.length === 0) throw new CardRefusal('E01240002')
  await context.members.settled()
  const list = (read: (entry: (typeof chosen)[number]) => string | number) => chosen.map(read).join('|')
  return {
    CardSeq: list(({ seq }) => seq),
    DefaultFlag: list(({ card }) => (card.isDefault ? 1 : 0)),
    CardName: list(({ card }) => card.cardName),
    CardNo: list(({ card }) => card.masked),
    Expire: list(({ card }) => card.expire),
    HolderName: list(({ card }) => card.holderName),
    DeleteFlag: list(({ card }) => (card.isDeleted ? 1 : 0)),
  }
}

/** Takes a card away. Logical numbers behind it move up by one, physical ones stay. */
export const deleteCard: Call = async (context, form) => {
  const member = findMember(context, form)
  const { physical, seq } = findCard(member, form)
  const cards = member.cards.map((card, place) =>
    place === physical ? { ...card, isDeleted: true, isDefault: false } : card,
  )
  await context.members.save({ ...member, cards })
  return { CardSeq: String(seq) }
}

function checkRoom(member: Member) {
  refuseAny([['E01230009', member.cards.filter(({ isDeleted }) => !isDeleted).length >= mostCards]])
}

function checkHolder({ HolderName = '' }: Form) {
  refuseAny([['E01480008', !/^[\u0020-\u007E]{0,50}$/.test(HolderName)]])
}

async function keep(context: CallContext, member: Member, form: Form, face: CardFace, physical: number) {
  const isDefault = form.DefaultFlag === '1'
  const card: StoredCard = {
    ...face,
    holderName: form.HolderName || face.holderName,
    cardName: form.CardName ?? '',
    isDefault,
    isDeleted: false,
  }
  const others = isDefault ? member.cards.map((other) => ({ ...other, isDefault: false })) : [...member.cards]
  others[physical] = card
  const saved = await context.members.save({ ...member, cards: others })
  const numbered = numberCards(saved, form.SeqMode).find((entry) => entry.physical === physical)
  return { CardSeq: String(numbered?.seq ?? ''), CardNo: card.masked, Forward: card.forward }
}
