import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAccessNode } from '@kura/cadence/access-node'
import { memberLimit } from '@kura/cadence/door'
import { address, array, integer, string, uint64 } from '@kura/cadence/json-cdc'
import { sendAndSeal } from '@kura/cadence/send'
import type { SigningKey } from '@kura/cadence/send'
import { privateKeySigner } from '@kura/cadence/sign'
import type { ApiOutput } from '@kura/contract/api'
import { addressOf, comeAsMember, linkOwnWallet, readToken, useWallet } from './identity-acts.ts'
import type { Kura } from './instance.ts'
import type { Visitor } from './journey.ts'
import { until } from './until.ts'

/**
 * Signs up a new full member with an account of the wallet, which approves by itself from now on.
 */
export async function comeWithWallet(visitor: Visitor, account: string): Promise<void> {
  await useWallet(visitor.kura, account)
  await comeAsMember({ ...visitor, look: () => Promise.resolve() })
  await linkOwnWallet(visitor)
}

/**
 * Comes as a new full member with an account of the wallet, for which so many tokens are minted
 * then.
 */
export async function comeWithTokens(visitor: Visitor, account: string, count: number): Promise<OwnToken[]> {
  const { kura, email } = visitor
  await comeWithWallet(visitor, account)
  const flowAddress = await addressOf(kura, account)
  for (let minted = 0; minted < count; minted += 1) {
    const { code, output } = await kura.command('mint', 'moon-rabbit', flowAddress)
    assert.equal(code, 0, output)
  }
  return readOwnTokens(kura, email, count)
}

/** A token that lies in somebody's vault, as the index has it. */
export type OwnToken = { tokenId: string; refId: string; itemId: string; serial: number }

/** The tokens in the vault of a member, once there are so many. */
export const readOwnTokens = ({ sql }: Kura, email: string, least = 1): Promise<OwnToken[]> =>
  until(`${least} tokens of ${email}`, async () => {
    const rows = await sql<OwnToken[]>`
      select t.id::text as "tokenId", t.ref_id as "refId", t.item_id as "itemId", t.serial
        from tokens t join members m on m.flow_address = t.owner_address where m.email = ${email} order by t.id`
    return rows.length >= least && [...rows]
  })

type Drafted = ApiOutput<'draftListing'>
type Terms = { price: number; targetUserId?: string; confirmedBelowFloor?: boolean }

/**
 * Has the server sign the terms of a listing, as the member who is signed in on the visitor's page.
 */
export async function draftListing({ kura, page }: Visitor, token: OwnToken, terms: Terms): Promise<Drafted> {
  const answer = await fetch(`${kura.app}/api/selling-orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-auth-session': `Bearer ${await readToken(page)}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ tokenRefId: token.refId, contentAccessFee: 0, ...terms }),
  })
  const body: unknown = await answer.json()
  assert.equal(answer.status, 201, JSON.stringify(body))
  return body as Drafted
}

/**
 * Offers a token by the real calls and the key of the sandbox's wallet account, and waits until it
 * is public. Returns the listing.
 */
export async function listToken(visitor: Visitor, account: string, token: OwnToken, terms: Terms): Promise<string> {
  const { kura } = visitor
  const drafted = await draftListing(visitor, token, terms)
  const given = drafted.arguments
  await runAs(kura, account, 'sell', [
    address(given.agent),
    string(given.orderId),
    string(given.refId),
    uint64(BigInt(given.nftId)),
    integer('UInt32', given.version),
    array(given.metadata.map(string)),
    string(given.signature),
    integer('Int', given.keyIndex),
  ])
  await stateOf(kura, drafted.listingId, 'open')
  return drafted.listingId
}

/** Cancels every listing of a wallet on chain, without the site. */
export const cancelInWallet = (kura: Kura, account: string): Promise<void> => runAs(kura, account, 'cancelAll', [])

/** Resolves when a listing has come into a state. */
export const stateOf = ({ sql }: Kura, listingId: string, state: string): Promise<true> =>
  until(`the listing is ${state}`, async () => {
    const rows = await sql`select 1 from listings where id = ${listingId} and state = ${state}`
    return rows.length > 0 || undefined
  })

type SellerTransactions = ApiOutput<'showWalletTransactions'>

/**
 * Has an account of the sandbox's wallet run one of the seller's transactions, and waits for the
 * seal.
 */
async function runAs(kura: Kura, account: string, name: keyof SellerTransactions, args: unknown[]): Promise<void> {
  const texts = (await (await fetch(`${kura.app}/api/wallet/transactions`)).json()) as SellerTransactions
  const { home, accessNode = '' } = kura.addresses()
  const accounts = JSON.parse(await readFile(join(home, 'sandbox', 'wallet.json'), 'utf8')) as WalletAccount[]
  const found = accounts.find((each) => each.name === account) ?? assert.fail(`there is no account ${account}`)
  const author = keyOf(found.address, found.key.privateKey, found.keyId)
  const service = JSON.parse(await readFile(join(home, 'flow', 'service-key.json'), 'utf8')) as Service
  const call = { cadence: texts[name].cadence, args: args as never[], limit: memberLimit }
  const payer = keyOf(service.address, service.privateKey, 0)
  await sendAndSeal(createAccessNode({ url: accessNode }), { call, author, payer })
}

type WalletAccount = { name: string; address: string; keyId: number; key: { privateKey: string } }
type Service = { address: string; privateKey: string }

const keyOf = (place: string, privateKey: string, keyIndex: number): SigningKey => ({
  address: `0x${place.replace(/^0x/, '')}`,
  keyIndex,
  signer: privateKeySigner(privateKey),
})

type Trades = { itemId: string; sold: number; open: number }

/**
 * Offers and sales of an item by a member who sells by trade, as rows only: what is read is many of
 * them, not how each came about. None of them is on the chain.
 */
export async function seedTrades({ sql }: Kura, { itemId, sold, open }: Trades): Promise<void> {
  const first = 900_000_000
  const address = '0x00000000000000aa'
  await sql.begin(async (db) => {
    await db`
      insert into members (id, display_name, flow_address, wallet_linked_at)
      values (gen_random_uuid(), 'Seaside Gallery', ${address}, kura_now())`
    await db`
      insert into professional_sellers (member_id, name, address, contact, registration_number)
      select id, '海辺画廊株式会社', '神奈川県三浦市海辺一丁目一番一号', '046-000-0000', 'T1234567890123'
        from members where flow_address = ${address}`
    await db`
      insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
      select ${first}::numeric + n, gen_random_uuid(), ${itemId}, 1000 + n, ${address}, 'seeded', 1, kura_now(), kura_now(), 1, 0
        from generate_series(0, ${sold + open - 1}) n`
    await db`
      insert into listings (id, state, seller_id, seller_address, token_id, token_uuid, ref_id, item_id, serial, version, price_yen,
                            fee_yen, royalty_yen, content_access_yen, issued_at, expires_at, key_index, order_hash, opened_at, ended_at)
      select gen_random_uuid(), case when n < ${sold} then 'sold' else 'open' end, m.id, m.flow_address, t.id, t.id, t.ref_id, t.item_id,
             t.serial, 1, 1000 + n * 7919 % 900, 100, 50, 0, kura_now() - interval '90 days', kura_now() + interval '20 days', 0,
             'seeded-' || t.id, kura_now() - make_interval(mins => 5 + n),
             case when n < ${sold} then kura_now() - make_interval(hours => 1 + n * 31) end
        from members m, tokens t, lateral (select (t.id - ${first})::integer as n) a
       where m.flow_address = ${address} and t.id between ${first} and ${first + sold + open - 1}`
  })
}

/**
 * Open listings of a member, dealt over all items in turn, as rows only: none of them is on the
 * chain. Returns how many items there are.
 */
export async function seedListings({ sql }: Kura, email: string, count: number): Promise<number> {
  const first = 800_000_000
  const address = '0x00000000000000bb'
  const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from items`
  const items = row?.count ?? 0
  await sql`
    with chosen as (
      select g.n, i.id as item_id from generate_series(0, ${count - 1}) g (n)
        join (select id, row_number() over (order by id) - 1 as place from items) i on i.place = g.n % ${items})
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
    select ${first}::numeric + n, gen_random_uuid(), item_id, 5000 + n, ${address}, 'seeded', 1, kura_now(), kura_now(), 1, 0 from chosen`
  await sql`
    insert into listings (id, state, seller_id, seller_address, token_id, token_uuid, ref_id, item_id, serial, version, price_yen,
                          fee_yen, royalty_yen, content_access_yen, issued_at, expires_at, key_index, order_hash, opened_at)
    select gen_random_uuid(), 'open', m.id, ${address}, t.id, t.id, t.ref_id, t.item_id, t.serial, 1, 3000 + n, 300, 150, 0,
           kura_now(), kura_now() + interval '20 days', 0, 'seeded-' || t.id, kura_now() - make_interval(mins => 5 + n)
      from members m, tokens t, lateral (select (t.id - ${first})::integer as n) a
     where m.email = ${email} and t.id between ${first} and ${first + count - 1}`
  return items
}
