import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { memberLimit } from '../src/door.ts'
import { array, string } from '../src/json-cdc.ts'
import { registerAgentKey, revokeAgentKey } from '../src/sale-agent.ts'
import { signSale, signTagged, saleMessage, saleSignatureTag, type SaleTerms } from '../src/sale-message.ts'
import { getSaleBasis, readSaleBasis, sellToken } from '../src/sale.ts'
import { generatePrivateKey, privateKeySigner } from '../src/sign.ts'
import type { Cases } from './main.ts'
import {
  chainNow,
  eventOf,
  firstAgent,
  fulfilCall,
  list,
  newAgent,
  newSeller,
  newTerms,
  placeOf,
  saleEventsOf,
  sellCall,
  shortSeconds,
  standing,
  untilChainTime,
} from './sale-world.ts'

const year = 366 * 86_400

/** What is granted, and what is not. */
export const saleSellCases: Cases = {
  'an order whose terms are not allowed is refused with the reason': async (world) => {
    const { account, tokens } = await newSeller(world)
    const other = await newSeller(world)
    const now = await chainNow(world)
    const wrong: [Partial<SaleTerms>, RegExp][] = [
      [{ priceYen: 0, feeYen: 1, royaltyYen: 0 }, /sell: fee and royalty are more than the price/],
      [{ priceYen: 0, feeYen: 0, royaltyYen: 1 }, /sell: fee and royalty are more than the price/],
      [{ priceYen: 1_000_000_000_001 }, /sell: the price 1000000000001 is not allowed/],
      [{ priceYen: 100, feeYen: 60, royaltyYen: 41 }, /sell: fee and royalty are more than the price/],
      [{ priceYen: 100, feeYen: 101, royaltyYen: 0 }, /sell: fee and royalty are more than the price/],
      [{ issuedAt: now + 3600 }, /sell: the order .* was issued in the future/],
      [{ issuedAt: now - 10, notBefore: now - 10, expiry: now }, /sell: the order .* has expired/],
      [{ notBefore: now + 90_000 }, /sell: the order .* begins after its end/],
      [{ issuedAt: now, expiry: now + year + 1 }, /sell: the order .* stands too long/],
      [{ target: account.address }, /sell: the buyer is the seller/],
      [{ uuid: other.tokens[0]!.uuid }, /sell: the token \d+ has the uuid \d+, not \d+/],
      [{ refId: other.tokens[0]!.refId }, /sell: the token \d+ has the reference .*, not/],
      [{ nftId: other.tokens[0]!.nftId }, /sell: the token \d+ is not in the seller's collection/],
      [{ version: 0 }, /sell: an order of the token \d+ cannot change without a version above 0/],
      [{ orderId: '' }, /sell: the order id has no 1 to 64 bytes/],
      [{ orderId: '注'.repeat(22) }, /sell: the order id has no 1 to 64 bytes/],
      [{ keyIndex: 7 }, /sell: the agent has no key 7/],
      [{ keyIndex: 65_536 }, /sell: the key index 65536 is not in 0 to 65535/],
      [{ agent: other.account.address }, /sell: .* is not an agent/],
    ]
    for (const [given, words] of wrong) {
      const terms = await newTerms(world, account, tokens[0]!, given)
      await world.refused(account, await sellCall(world, terms), words)
    }
    await list(world, account, tokens[0]!, { expiry: now + year, issuedAt: now, orderId: '注'.repeat(21) })
  },

  'the metadata have one spelling': async (world) => {
    const { account, tokens } = await newSeller(world)
    const terms = await newTerms(world, account, tokens[0]!)
    const good = await sellCall(world, terms)
    const texts = (good.args[5]!.value as { value: string }[]).map(({ value }) => value)
    const at = (index: number, text: string) => texts.map((one, place) => (place === index ? text : one))
    const wrong: [string[], RegExp][] = [
      [texts.slice(1), /sell: the metadata are not pairs/],
      [[...texts, 'note', 'x'], /sell: to is not an address|sell: the metadata have uuid where to must be/],
      [[...texts, 'a', 'b', 'c', 'd'], /sell: the metadata do not have the keys/],
      [texts.slice(2), /sell: the metadata do not have the keys/],
      [[], /sell: the metadata do not have the keys/],
      [at(8, 'prize'), /sell: the metadata have prize where price must be/],
      [
        [...texts.slice(2, 4), ...texts.slice(0, 2), ...texts.slice(4)],
        /sell: the metadata have fee where exp must be/,
      ],
      [at(9, '012000'), /sell: price is not a whole number: 012000/],
      [at(9, '+12000'), /sell: price is not a whole number/],
      [at(9, '12e3'), /sell: price is not a whole number/],
      [at(9, '-1'), /sell: price is not a whole number/],
      [at(9, ''), /sell: price is not a whole number/],
      [at(9, '18446744073709551616'), /sell: price is not a whole number/],
      [
        [...texts.slice(0, 12), 'to', account.address.replace('0x', ''), ...texts.slice(12)],
        /sell: to is not an address/,
      ],
      [[...texts.slice(0, 12), 'to', account.address.toUpperCase(), ...texts.slice(12)], /sell: to is not an address/],
    ]
    for (const [metadata, words] of wrong) {
      const args = good.args.with(5, array(metadata.map(string)))
      await world.refused(account, { ...good, args }, words)
    }
    await world.act(account, good)
  },

  'an order that was signed for somebody else, or by somebody else, is refused': async (world) => {
    const [mine, other] = [await newSeller(world), await newSeller(world)]
    const words = /sell: the signature does not belong to these terms/
    const terms = await newTerms(world, mine.account, mine.tokens[0]!)
    const agent = await newAgent(world)
    const call = async (signed: Partial<SaleTerms>) => sellCall(world, terms, { signed: { ...terms, ...signed } })
    for (const signed of [
      { seller: other.account.address },
      { agent: agent.account.address },
      { priceYen: 1 },
      { feeYen: 0 },
      { royaltyYen: 0 },
      { expiry: terms.expiry + 1 },
      { notBefore: terms.notBefore - 1 },
      { issuedAt: terms.issuedAt - 1 },
      { target: other.account.address },
      { version: 2 },
      { keyIndex: 1 },
      { orderId: randomUUID() },
      { nftId: terms.nftId + 1n },
      { uuid: terms.uuid + 1n },
      { refId: randomUUID() },
    ])
      await world.refused(mine.account, await call(signed), words)
    await world.refused(mine.account, await sellCall(world, terms, { agent }), words)
    const wide = await signSale(firstAgent(world).signer, placeOf(world), terms)
    await world.refused(mine.account, sellToken(world.addresses, { terms, signature: `${wide}00` }), words)
    await world.act(mine.account, sellToken(world.addresses, { terms, signature: wide }))
  },

  'a key that is revoked or out of date signs nothing more, and its number is never given again': async (world) => {
    const agent = await newAgent(world)
    const { account, tokens } = await newSeller(world, 2)
    const at = agent.account.address
    const short = privateKeySigner(generatePrivateKey(), {
      signatureAlgorithm: 'ECDSA_secp256k1',
      hashAlgorithm: 'SHA2_256',
    })
    const validUntil = (await chainNow(world)) + shortSeconds
    await world.act(world.agent, registerAgentKey(world.addresses, { agent: at, keyIndex: 1, key: short, validUntil }))
    const dated = { ...agent, signer: short, keyIndex: 1 }
    const buyer = await world.newMember()
    const terms = await list(world, account, tokens[0]!, {}, dated)
    await world.act(world.agent, revokeAgentKey(world.addresses, { agent: at, keyIndex: 0 }))
    const late = await newTerms(world, account, tokens[1]!, {}, agent)
    const revoked = /sell: the key 0 of the agent is revoked/
    await world.refused(account, await sellCall(world, late, { agent }), revoked)
    const again = registerAgentKey(world.addresses, { agent: at, keyIndex: 0, key: short, validUntil: 0 })
    await world.refused(world.agent, again, /registerKey: the agent has a key 0 already/)
    await untilChainTime(world, validUntil)
    await world.refused(
      agent.account,
      fulfilCall(world, terms, buyer.address),
      /fulfil: the key 1 of the agent is out of date/,
    )
    assert.match((await standing(world, terms))!.lastingRefusal!, /out of date/)
    const words = /sell: the key 1 of the agent is out of date/
    await world.refused(account, await sellCall(world, { ...late, keyIndex: 1 }, { agent: dated }), words)
  },

  'the same order id is used once, also by another seller and after the sale': async (world) => {
    const [first, second] = [await newSeller(world, 2), await newSeller(world)]
    const buyer = await world.newMember()
    const terms = await list(world, first.account, first.tokens[0]!)
    const { orderId } = terms
    const words = /sell: the order .* was used before/
    const twin = await newTerms(world, first.account, first.tokens[1]!, { orderId })
    await world.refused(first.account, await sellCall(world, twin), words)
    const other = await newTerms(world, second.account, second.tokens[0]!, { orderId })
    await world.refused(second.account, await sellCall(world, other), words)
    await world.act(world.agent, fulfilCall(world, terms, buyer.address))
    await world.refused(first.account, await sellCall(world, twin), words)
    // Another agent may use the same id, for another seller.
    const agent = await newAgent(world)
    await list(world, second.account, second.tokens[0]!, { orderId }, agent)
  },

  'a new version takes the place of the older order, and an older one never comes back': async (world) => {
    const { account, tokens } = await newSeller(world)
    const buyer = await world.newMember()
    const unused = await newTerms(world, account, tokens[0]!, { version: 2, priceYen: 1_000 })
    const older = await list(world, account, tokens[0]!)
    const terms = await newTerms(world, account, tokens[0]!, { version: 3, priceYen: 20_000 })
    const result = await world.act(account, await sellCall(world, terms), 'sale/sell, new version')
    const updated = eventOf(world, result, 'updated')
    assert.equal(updated.replacedOrderId, older.orderId)
    assert.equal(updated.priceYen, 20_000)
    assert.deepEqual(
      saleEventsOf(world, result).map(({ kind }) => kind),
      ['updated', 'destroyed', 'rightTaken'],
    )
    await world.refused(world.agent, fulfilCall(world, older, buyer.address), /fulfil: the seller has no order/)
    const words = /sell: an order of the token \d+ cannot change without a version above 3/
    await world.refused(account, await sellCall(world, unused), words)
    const same = await newTerms(world, account, tokens[0]!, { version: 3 })
    await world.refused(account, await sellCall(world, same), words)
    const { nftId, uuid, refId } = terms
    const call = getSaleBasis(world.addresses, { agent: terms.agent, seller: account.address, nftId })
    const { chainTime, ...basis } = readSaleBasis(await world.ask(call))
    assert.ok(chainTime >= terms.issuedAt)
    assert.deepEqual(basis, {
      token: { uuid, refId },
      newestVersion: 3,
      standingOrderId: terms.orderId,
      openOrders: 1,
      cancelledUntil: 0,
      paused: false,
    })
    const elsewhere = getSaleBasis(world.addresses, {
      agent: terms.agent,
      seller: world.agent.address,
      nftId: 999_999n,
    })
    const none = readSaleBasis(await world.ask(elsewhere))
    assert.deepEqual([none.token, none.newestVersion, none.standingOrderId, none.openOrders], [null, 0, null, 0])
    await world.act(world.agent, fulfilCall(world, terms, buyer.address))
    // The next owner goes on counting.
    const token = tokens[0]!
    await world.refused(buyer, await sellCall(world, await newTerms(world, buyer, token)), words)
    await list(world, buyer, token, { version: 4 })
  },

  'an account without a collection gets the error Invalid capability, word for word': async (world) => {
    const { tokens } = await newSeller(world)
    const nobody = await world.newAccount()
    const call = await sellCall(world, await newTerms(world, nobody, tokens[0]!))
    const result = await world.send(nobody, call)
    assert.match(result.errorMessage, /\[Error Code: 1101\]/)
    assert.match(result.errorMessage, /panic: Invalid capability(\n|$)/)
  },

  'selling and delivering stay within what a member may use': async (world) => {
    const { account, tokens } = await newSeller(world)
    const buyer = await world.newMember()
    const first = await list(world, account, tokens[0]!)
    const terms = await newTerms(world, account, tokens[0]!, {
      version: 2,
      target: buyer.address,
      orderId: 'x'.repeat(64),
    })
    const sold = await world.act(account, await sellCall(world, terms), 'sale/sell, new version for one buyer')
    const delivered = await world.act(world.agent, fulfilCall(world, terms, buyer.address), 'sale/fulfil')
    assert.notEqual(first.orderId, terms.orderId)
    assert.ok(sold.computationUsed < memberLimit / 5, `${sold.computationUsed}`)
    assert.ok(delivered.computationUsed < memberLimit / 10, `${delivered.computationUsed}`)
  },

  'a signature over the bare message does not count without the tag': async (world) => {
    const { account, tokens } = await newSeller(world)
    const terms = await newTerms(world, account, tokens[0]!)
    const message = saleMessage(placeOf(world), terms)
    const { signer } = firstAgent(world)
    const bare = Buffer.from(await signer.sign(message)).toString('hex')
    const call = (signature: string) => sellToken(world.addresses, { terms, signature })
    await world.refused(account, call(bare), /sell: the signature does not belong/)
    await world.refused(account, call('zz'), /invalid|hex/i)
    await world.act(account, call(await signTagged(signer, saleSignatureTag, message)))
  },
}
