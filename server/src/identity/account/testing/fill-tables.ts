import type { Db } from '../../../platform/db/connect.ts'
import { newId } from '../../../platform/db/id.ts'

type Marks = { mark: string; email: string; flowAddress: string; accountNumber: string }

/** A row of the member, or of somebody else who knows the address, in every table that is wiped. */
export async function fillTables(
  db: Db,
  { mark, email, flowAddress, accountNumber }: Marks,
  { memberId, otherId, packId }: { memberId: string; otherId: string; packId: string },
): Promise<void> {
  await db`set local session_replication_role = replica`
  const orderId = newId()
  await db`
    insert into favorites (member_id, kind, item_id, series_id, pack_id)
    values (${memberId}, 'item', ${mark}, null, null), (${memberId}, 'series', null, ${mark}, null), (${memberId}, 'pack', null, null, ${mark})`
  await db`insert into series_follows (member_id, series_id) values (${memberId}, ${mark})`
  const grantId = newId()
  await db`
    insert into service_grants (id, member_id, client_id, scopes, expires_at)
    values (${grantId}, ${memberId}, ${mark}, '{pieces}', kura_now() + interval '1 day')`
  await db`
    insert into service_records (kind, id_hash, grant_id, payload, expires_at)
    values ('RefreshToken', sha256('x'), ${grantId}, ${mark}, kura_now() + interval '1 day')`
  await db`insert into content_places (member_id, content_id, page) values (${memberId}, ${mark}, 1)`
  await db`
    insert into content_reservations (id, member_id, content_id, ref_id, expires_at)
    values (${newId()}, ${memberId}, ${mark}, ${newId()}, kura_now() + interval '1 minute')`
  await db`
    insert into subject_counts (kind, subject, favorites, followers)
    values ('item', ${mark}, 1, 0), ('series', ${mark}, 1, 1), ('pack', ${mark}, 1, 0)`
  await db`insert into member_handles (form_hash, handle, member_id) values (sha256('x'), ${mark}, ${memberId})`
  await db`
    update members set description = ${mark}, thumbnail = ${mark}, password_hash = ${mark} where id = ${memberId}`
  await db`update sessions set user_agent = ${mark} where member_id = ${memberId}`
  await db`
    insert into wallet_changes (id, member_id, kind, old_address, new_address, state, reason, note, ended_at)
    values (${newId()}, ${memberId}, 'recovery', ${flowAddress}, '0x0000000000000001', 'refused', ${mark}, ${mark}, kura_now())`
  for (const state of ['cancelled', 'requested'])
    await db`
      insert into account_deletions (id, member_id, state, reason, due_at, ended_at)
      values (${newId()}, ${memberId}, ${state}, ${mark}, kura_now(), ${state === 'requested' ? null : db`kura_now()`})`
  await db`
    insert into notifications (id, member_id, kind, event, subject, facts)
    values (${newId()}, ${memberId}, 'order', 'order-paid', 'x', ${db.json({ name: mark })})`
  await db`
    insert into push_subscriptions (id, member_id, family_id, endpoint, p256dh, auth)
    values (${newId()}, ${memberId}, ${newId()}, ${mark}, ${mark}, ${mark})`
  await db`insert into quiet_hours values (${memberId}, 0, 1, ${mark})`
  await db`
    insert into transfers (id, kind, member_id, from_address, to_address, token_id, message, since_height)
    values (${newId()}, 'gift', ${memberId}, '0x0000000000000001', '0x0000000000000002', 1, ${mark}, 1)`
  // one that the member gives, and one to the member that waits
  for (const [giver, text] of [
    [memberId, mark],
    [otherId, ''],
  ] as const)
    await db`
      insert into gifts (id, giver_id, giver_address, token_id, token_uuid, ref_id, version, email, locale, message, issued_at, claim_until,
                         expires_at, key_index, order_hash)
      values (${newId()}, ${giver}, '0x0000000000000001', 1, 1, ${newId()}, 1, ${email}, 'ja', ${text}, kura_now(),
              kura_now() + interval '1 day', kura_now() + interval '2 days', 0, ${giver})`
  await db`
    insert into payout_accounts (id, member_id, bank_code, branch_code, account_type, account_number, holder, holder_kana)
    values (${newId()}, ${memberId}, '0001', '001', 'ordinary', ${accountNumber}, ${mark}, ${mark})`
  await db`
    insert into professional_sellers (member_id, name, address, contact, registration_number)
    values (${memberId}, '', ${mark}, ${mark}, 'T1234567890123')`
  await db`insert into orders (id, member_id, pack_id, price_yen, tender, state) values (${orderId}, ${memberId}, ${packId}, 100, 'card', 'expired')`
  await db`
    insert into payments (id, order_id, attempt, gateway_order_id, amount_yen, ret_url, state, card_name, holder_name)
    values (${newId()}, ${orderId}, 1, 'X', 100, '', 'declined', ${mark}, ${mark})`
  await db`insert into stored_cards (id, member_id, state, name, holder_name) values (${newId()}, ${memberId}, 'saving', ${mark}, ${mark})`
  await db`insert into enquiries (id, member_id, email, topic, message) values (${newId()}, ${memberId}, ${email}, 'other', ${mark})`
  await db`
    insert into mail_codes (id, purpose, email, member_id, code_hash, token_hash, payload, expires_at)
    values (${newId()}, 'email_change', ${email}, ${memberId}, '', ${Buffer.alloc(32)}, ${db.json({ name: mark })}, kura_now())`
  await db`insert into mails (id, recipient, template, locale, words) values (${newId()}, ${email}, 'x', 'ja', ${db.json({ name: mark })})`
  await db`
    insert into idempotency_keys (member_id, key, call, body_hash, status, answer)
    values (${memberId}, 'keykeykey', 'entryOrderPaidy', '', 200, ${JSON.stringify({ email })})`
}
