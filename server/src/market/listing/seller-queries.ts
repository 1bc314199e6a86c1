import type { SellerNoticeView } from '@kura/contract/market/listing'
import type { Db } from '../../platform/db/connect.ts'

/**
 * The notice of seller `b` that is shown with every listing: the contract's SellerNoticeView, or
 * null of a private seller.
 */
export const noticeJson = (db: Db) => db`
  (select json_build_object('name', n.name, 'address', n.address, 'contact', n.contact, 'registrationNumber', n.registration_number)
     from professional_sellers n where n.member_id = b.id)`

/** False for a professional seller whose notice is incomplete. */
export async function hasNotice(db: Db, memberId: string): Promise<boolean> {
  return (await db`select 1 from professional_sellers where member_id = ${memberId} and not is_complete`).length === 0
}

/** The notice of a member who sells by trade; undefined of a private seller. */
export async function findNotice(db: Db, memberId: string): Promise<SellerNoticeView | undefined> {
  const [row] = await db<SellerNoticeView[]>`
    select name, address, contact, registration_number as "registrationNumber" from professional_sellers where member_id = ${memberId}`
  return row
}

/** True when it changed. */
export async function keepNotice(db: Db, memberId: string, notice: SellerNoticeView): Promise<boolean> {
  const { name, address, contact, registrationNumber } = notice
  const rows = await db`
    insert into professional_sellers as p (member_id, name, address, contact, registration_number)
    values (${memberId}, ${name}, ${address}, ${contact}, ${registrationNumber})
    on conflict (member_id) do update
      set name = excluded.name, address = excluded.address, contact = excluded.contact,
          registration_number = excluded.registration_number, changed_at = kura_now()
    where (p.name, p.address, p.contact, p.registration_number)
          is distinct from (excluded.name, excluded.address, excluded.contact, excluded.registration_number)
    returning 1`
  return rows.length > 0
}

/** False when the member was none. */
export async function dropNotice(db: Db, memberId: string): Promise<boolean> {
  return (await db`delete from professional_sellers where member_id = ${memberId} returning 1`).length > 0
}

/**
 * Removes the notice of a deleted professional seller. After a sale the name stays: a later receipt
 * must name the seller.
 */
export async function forgetSeller(db: Db, memberId: string): Promise<void> {
  await db`
    delete from professional_sellers p
     where member_id = ${memberId}
       and not exists (select 1 from trades t where t.seller_id = p.member_id and t.delivered_at is not null)`
  await db`
    update professional_sellers set address = '', contact = '', registration_number = '' where member_id = ${memberId}`
}
