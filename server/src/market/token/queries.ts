import { checkMoves, giftMoves, listingMoves, transferMoves } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'

/** The uses of a token: listed, held by a buyer, given by mail, or on its way to an address. */
export type TokenUse = 'listed' | 'held' | 'given' | 'sent'

/** A token and all its uses, by the rows. */
export type UsedToken = {
  tokenId: string
  refId: string
  itemId: string
  ownerAddress: string | null
  isRegulated: boolean
  uses: TokenUse[]
}

/** Undefined where there is no such token, or it was burned. */
export async function findUsedToken(db: Db, tokenId: string): Promise<UsedToken | undefined> {
  const [row] = await db<UsedToken[]>`
    select t.id::text as "tokenId", t.ref_id as "refId", t.item_id as "itemId", t.owner_address as "ownerAddress",
           (select i.is_regulated from items i where i.id = t.item_id) as "isRegulated",
           (select coalesce(array_agg(u.use order by u.place), '{}') from (
              select case l.state when 'held' then 'held' else 'listed' end as use, 1 as place
                from listings l where l.token_id = t.id and l.state in ('open', 'held')
              union all
              select 'given', 2 from gifts g where g.token_id = t.id and g.state in ('open', 'claimed')
              union all
              select 'sent', 3 from transfers f where f.token_id = t.id and f.state = 'pending') u) as uses
      from tokens t where t.id = ${tokenId}::text::numeric and t.burned_at is null`
  return row
}

/**
 * Locks the token until the transaction ends: its owner does not change, and no other use of it
 * begins.
 */
export const lockToken = (db: Db, tokenId: string) =>
  db`select 1 from tokens where id = ${tokenId}::text::numeric for no key update`

/** The address of the member's wallet, which stays the same until the transaction ends. */
export async function shareWallet(db: Db, memberId: string): Promise<string | null> {
  const [row] = await db<{ address: string | null }[]>`
    select flow_address as address from members where id = ${memberId} for share`
  return row?.address ?? null
}

/**
 * drafted → given-up, of every kind: drafts of this token that the member's wallet has not sent.
 */
export async function giveUpDraftsOfToken(db: Db, memberId: string, tokenId: string): Promise<void> {
  for (const moves of [listingMoves, giftMoves, transferMoves]) checkMoves(moves, ['drafted'], 'given-up')
  const ofToken = db`state = 'drafted' and token_id = ${tokenId}::text::numeric`
  await db`update listings set state = 'given-up' where seller_id = ${memberId} and ${ofToken}`
  await db`update gifts set state = 'given-up' where giver_id = ${memberId} and ${ofToken}`
  await db`update transfers set state = 'given-up' where member_id = ${memberId} and ${ofToken}`
}
