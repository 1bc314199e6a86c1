import { checkMoves, fromStates, transferMoves } from '@kura/contract/states'
import type { TransferState } from '@kura/contract/states'
import { limits } from '@kura/contract/limits'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import { isShown, shownName, shownMember } from '../../identity/member/shown-member-queries.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { tokenCardFields } from '../token/view-queries.ts'

export type TransferKind = 'gift' | 'transfer'

export type Recipient = { userId: string; displayName: string }

/** The member whose wallet that is. */
export async function findRecipient(db: Db, address: string): Promise<Recipient | undefined> {
  const [row] = await db<Recipient[]>`
    select p.id as "userId", ${shownName(db, 'p')} as "displayName" from members p
     where p.flow_address = ${address} and ${isShown(db, 'p')}`
  return row
}

export type NewTransfer = {
  id: string
  kind: TransferKind
  memberId: string
  fromAddress: string
  toAddress: string
  recipientId: string | null
  tokenId: string
  message: string
  sinceHeight: number
}

/** Returns until when the wallet may take it. */
export async function insertDraft(db: Db, draft: NewTransfer): Promise<string> {
  const [row] = await db<{ signUntil: string }[]>`
    insert into transfers (id, kind, member_id, from_address, to_address, recipient_id, token_id, message, since_height)
    values (${draft.id}, ${draft.kind}, ${draft.memberId}, ${draft.fromAddress}, ${draft.toAddress}, ${draft.recipientId},
            ${draft.tokenId}::text::numeric, ${draft.message}, ${draft.sinceHeight})
    returning to_json(created_at + make_interval(mins => ${limits.transferDraftMinutes}))#>>'{}' as "signUntil"`
  return row!.signUntil
}

/** drafted → given-up, for every draft that the member's wallet has not sent. */
export async function giveUpDraftsOf(db: Db, memberId: string): Promise<unknown> {
  checkMoves(transferMoves, ['drafted'], 'given-up')
  return db`update transfers set state = 'given-up' where member_id = ${memberId} and state = 'drafted'`
}

export type OwnTransfer = { id: string; kind: TransferKind; memberId: string }

/** drafted → pending. */
export async function markPending(db: Db, { id, kind, memberId }: OwnTransfer, txId: string): Promise<unknown> {
  checkMoves(transferMoves, ['drafted'], 'pending')
  return db`
    update transfers set state = 'pending', tx_id = ${txId}
     where id = ${id} and kind = ${kind} and member_id = ${memberId} and state = 'drafted'`
}

/** drafted → given-up. A reported transaction is for the chain to decide. */
export async function giveUp(db: Db, { id, kind, memberId }: OwnTransfer): Promise<unknown> {
  checkMoves(transferMoves, ['drafted'], 'given-up')
  return db`
    update transfers set state = 'given-up'
     where id = ${id} and kind = ${kind} and member_id = ${memberId} and state = 'drafted'`
}

export async function findOwnState(db: Db, { id, kind, memberId }: OwnTransfer): Promise<TransferState | undefined> {
  const [row] = await db<{ state: TransferState }[]>`
    select state from transfers where id = ${id} and kind = ${kind} and member_id = ${memberId}`
  return row?.state
}

/** drafted or pending → given-up, after so long. */
export const giveUpOlder = (db: Db, minutes: number): Promise<unknown> => db`
  update transfers set state = 'given-up'
   where state = any(${fromStates(transferMoves, 'given-up')}) and created_at < kura_now() - make_interval(mins => ${minutes})`

export type Hint = { id: string; txId: string }

/**
 * Claims transfers whose reported transaction is due for a check; each rests for the given time.
 */
export const takeHints = (db: Db, most: number, restSeconds: number): Promise<Hint[]> => db`
  update transfers set asked_at = kura_now()
   where id in (select id from transfers
                 where state = 'pending' and (asked_at is null or asked_at <= kura_now() - make_interval(secs => ${restSeconds}))
                 order by created_at limit ${most} for update skip locked)
  returning id, tx_id as "txId"`

/** pending → failed, with the network's number. */
export async function markFailed(db: Db, { id, txId }: Hint, code: number | null): Promise<unknown> {
  checkMoves(transferMoves, ['pending'], 'failed')
  return db`
    update transfers set state = 'failed', failure_code = ${code} where id = ${id} and tx_id = ${txId} and state = 'pending'`
}

/** pending → given-up: its transaction can never run any more. */
export const giveUpHint = (db: Db, { id, txId }: Hint): Promise<unknown> => db`
  update transfers set state = 'given-up'
   where id = ${id} and tx_id = ${txId} and state = 'pending'`

/** Forgets the messages of a deleted member. */
export const forgetWordsOf = (db: Db, memberId: string) =>
  db`update transfers set message = '' where member_id = ${memberId}`

/**
 * → sealed: the token went from the sender's vault to the address, by the first move after the
 * draft was written. That must be the transaction that was reported, or one in the time that the
 * wallet had. A sale, and anything our agent sent, does not count. Of several drafts that fit, the
 * one that reported it counts, else the newest: one arrival is one transfer.
 */
export const sealArrived = (db: Db, tokenIds?: string[]) => db`
  with arrived as (
    select distinct on (e.tx_id, t.token_id) t.id, e.tx_id, e.block_at, r.id as recipient_id
      from transfers t
     cross join lateral (
       select c.tx_id, c.address, c.block_at, c.height from chain_events c
        where c.token_id = t.token_id and c.kind = 'deposited' and c.height > t.since_height
        order by c.height, c.tx_index, c.event_index limit 1) e
      left join members r on r.flow_address = t.to_address and r.deleted_at is null
     where t.state = any(${fromStates(transferMoves, 'sealed')}) ${tokenIds ? db`and t.token_id = any(${tokenIds}::numeric[])` : db``}
       and e.address = t.to_address
       and exists (select 1 from chain_events w
                    where w.token_id = t.token_id and w.height = e.height and w.tx_id = e.tx_id and w.kind = 'withdrawn'
                      and w.payload->>'from' = t.from_address)
       and (t.tx_id = e.tx_id or t.state in ('drafted', 'pending')
            or e.block_at <= t.created_at + make_interval(mins => ${limits.transferArrivalMinutes}))
       and not exists (select 1 from sale_events s where s.tx_id = e.tx_id and s.kind = 'fulfilled')
       and not exists (select 1 from chain_transactions a where a.tx_id = e.tx_id)
       and not exists (select 1 from transfers o where o.sealed_tx_id = e.tx_id and o.token_id = t.token_id)
     order by e.tx_id, t.token_id, (t.tx_id is not distinct from e.tx_id) desc, t.id desc)
  update transfers t
     set state = 'sealed', sealed_tx_id = a.tx_id, sealed_at = a.block_at, failure_code = null,
         recipient_id = coalesce(a.recipient_id, t.recipient_id)
    from arrived a where a.id = t.id`

/** Back to a draft: after a new read, the chain does not have the arrival. */
export const unsealUnknown = (db: Db) => db`
  update transfers t
     set state = case when t.tx_id is null then 'drafted' else 'pending' end, sealed_tx_id = null, sealed_at = null
   where t.state = 'sealed'
     and not exists (select 1 from chain_events e
                      where e.tx_id = t.sealed_tx_id and e.token_id = t.token_id and e.kind = 'deposited' and e.address = t.to_address)`

/** Removes the transfers of a discarded chain. */
export const forgetAll = (db: Db) => db`delete from transfers`

/** The card of a token as the contract has it, or undefined. */
export async function findCard(db: Db, tokenId: string): Promise<string | undefined> {
  const [row] = await db<{ card: string }[]>`
    select json_build_object(${tokenCardFields(db)})::text as card
      from tokens t join items i on i.id = t.item_id join series r on r.id = i.series_id join media m on m.id = i.picture
     where t.id = ${tokenId}::text::numeric`
  return row?.card
}

/**
 * The fields of the contract's TransferView, from transfer `f`, its receiver `p`, and what a token
 * card needs.
 */
const fields = (db: Db) => db`
  'transferId', f.id, 'state', f.state, 'token', json_build_object(${tokenCardFields(db)}), 'fromAddress', f.from_address,
  'toAddress', f.to_address,
  'recipient', ${shownMember(db, 'p')},
  'txId', coalesce(f.sealed_tx_id, f.tx_id), 'failureCode', f.failure_code, 'createdAt', f.created_at, 'sealedAt', f.sealed_at`
const joined = (db: Db) => db`
  join tokens t on t.id = f.token_id join items i on i.id = t.item_id join series r on r.id = i.series_id
  join media m on m.id = i.picture left join members p on p.id = f.recipient_id`

export const findTransfer = (db: Db, id: string, memberId: string) => db<{ transfer: string }[]>`
  select json_build_object(${fields(db)})::text as transfer
    from transfers f ${joined(db)} where f.id = ${id} and f.kind = 'transfer' and f.member_id = ${memberId}`

/** A member's own transfers that are no gifts, newest first. */
export const listTransfers = (
  db: Db,
  memberId: string,
  { limit, offset, after }: { limit: number; offset: number; after: [string] | undefined },
) => {
  const last = limit + offset
  return db<RawPage[]>`
    with chosen as (
      select f.id, row_number() over (order by f.id desc) as n from transfers f
       where f.member_id = ${memberId} and f.kind = 'transfer' ${after ? db`and f.id < ${after[0]}::text::uuid` : db``}
       order by f.id desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
    select coalesce(json_agg(json_build_object(${fields(db)}) order by c.n) filter (where c.n <= ${last}), '[]')::text as items,
           (array_agg(json_build_array(c.id)) filter (where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last
      from chosen c join transfers f on f.id = c.id ${joined(db)}`
}
