import type { Env } from '../../env.ts'
import { lost, refusal, callCard } from './card-wire.ts'
import type { CardFields } from './card-wire.ts'
import type { CardVault, KeptCard } from './card.ts'

type Settings = Pick<Env, 'CARD_GATEWAY_URL' | 'CARD_SHOP_ID' | 'CARD_SHOP_PASS' | 'CARD_SITE_ID' | 'CARD_SITE_PASS'>
// cards are named by their physical number, which stays when others are deleted
const physical = { SeqMode: '1' }

/** Members and their cards at the card gateway. */
export function cardVault(env: Settings): CardVault {
  const url = env.CARD_GATEWAY_URL.replace(/\/$/, '')
  const asShop = { ShopID: env.CARD_SHOP_ID, ShopPass: env.CARD_SHOP_PASS }
  const asSite = { SiteID: env.CARD_SITE_ID, SitePass: env.CARD_SITE_PASS }
  return {
    async saveMember(gatewayMemberId) {
      const answer = await callCard(url, 'SaveMember', { ...asSite, MemberID: gatewayMemberId })
      const isThere = answer.kind === 'refused' && answer.codes.includes('E01390010')
      return answer.kind === 'fields' || isThere ? { kind: 'done' } : refusal(answer)
    },
    async keepTraded({ gatewayMemberId, gatewayOrderId, cardName, holderName }) {
      const answer = await callCard(url, 'TradedCard', {
        ...asShop,
        ...asSite,
        ...physical,
        MemberID: gatewayMemberId,
        OrderID: gatewayOrderId,
        CardName: cardName,
        ...(holderName ? { HolderName: holderName } : {}),
      })
      if (answer.kind !== 'fields') return refusal(answer)
      const seq = readSeq(answer.fields['CardSeq'])
      return seq === undefined ? lost('no CardSeq') : { kind: 'kept', seq }
    },
    async list(gatewayMemberId) {
      const answer = await callCard(url, 'SearchCard', { ...asSite, ...physical, MemberID: gatewayMemberId })
      if (answer.kind === 'refused' && answer.codes.includes('E01240002')) return { kind: 'cards', cards: [] }
      if (answer.kind !== 'fields') return refusal(answer)
      const cards = readCards(answer.fields)
      return cards ? { kind: 'cards', cards } : lost('a list of cards that does not read')
    },
    async remove(gatewayMemberId, seq) {
      const fields = { ...asSite, ...physical, MemberID: gatewayMemberId, CardSeq: String(seq) }
      const answer = await callCard(url, 'DeleteCard', fields)
      const isGone =
        answer.kind === 'refused' && answer.codes.some((code) => code === 'E01240002' || code === 'E01390002')
      return answer.kind === 'fields' || isGone ? { kind: 'done' } : refusal(answer)
    },
  }
}

const readSeq = (text = ''): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** Reads lists that are paired by position. */
function readCards(fields: CardFields): KeptCard[] | undefined {
  const column = (name: string) => (fields[name] ?? '').split('|')
  const [names, numbers, expiries, holders, deleted] = [
    column('CardName'),
    column('CardNo'),
    column('Expire'),
    column('HolderName'),
    column('DeleteFlag'),
  ]
  const cards: KeptCard[] = []
  for (const [at, text] of column('CardSeq').entries()) {
    const seq = readSeq(text)
    if (seq === undefined) return undefined
    cards.push({
      seq,
      name: names[at] ?? '',
      maskedNumber: numbers[at] ?? '',
      expires: expiries[at] ?? '',
      holderName: holders[at] ?? '',
      isDeleted: deleted[at] === '1',
    })
  }
  return cards
}
