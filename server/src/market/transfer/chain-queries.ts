import { limits } from '@kura/contract/limits'
import { fromStates, transferMoves } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'

/**
 * → sealed: the token went from the sender's vault to the address, by the first move after the wish was written. That must be the
 * transaction that was told, or one while the wallet was waited for; a sale, and anything our agent sent, is none. Where several
 * wishes say the same, the one that told of it counts, else the newest: one arrival is one transfer.
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

/** Back to a wish: the chain, read anew, does not have the arrival. */
export const unsealUnknown = (db: Db) => db`
  update transfers t
     set state = case when t.tx_id is null then 'drafted' else 'pending' end, sealed_tx_id = null, sealed_at = null
   where t.state = 'sealed'
     and not exists (select 1 from chain_events e
                      where e.tx_id = t.sealed_tx_id and e.token_id = t.token_id and e.kind = 'deposited' and e.address = t.to_address)`

/** Of a chain that is thrown away nothing was sent. */
export const forgetAll = (db: Db) => db`delete from transfers`
