import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { seedMember } from '@kura/server/testing/seed-member'
import type { Sql } from '@kura/server/platform/db/connect'
import { comparedFigure, plainFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { messageOf, spawnNode } from '../world/node-child.ts'
import type { World } from '../world/world.ts'

type Measured = { seconds: number; memoryMb: number }
type Act = 'batch' | 'release' | 'result'
const acts: readonly Act[] = ['batch', 'release', 'result']
const names: Record<Act, string> = {
  batch: 'batch made',
  release: 'file of transfers written',
  result: 'result read and booked',
}

/**
 * Most memory of the processes that make a batch of payouts, write its file and read its result,
 * with many transfers and with few.
 */
export async function payoutsBench(world: World): Promise<Figure[]> {
  const { fewTransfers, manyTransfers } = world.sizes
  const few = await playBatch(world, fewTransfers)
  const many = await playBatch(world, manyTransfers)
  return acts.flatMap((act) => [
    comparedFigure(
      {
        name: `most memory, ${names[act]}, ${manyTransfers} transfers`,
        unit: 'MB',
        reference: `${fewTransfers} transfers`,
        goal: { atMost: 1.5 },
      },
      { own: [many[act].memoryMb], reference: [few[act].memoryMb] },
    ),
    plainFigure({ name: `${names[act]}, ${manyTransfers} transfers`, unit: 's' }, [many[act].seconds]),
  ])
}

async function playBatch(world: World, transfers: number): Promise<Record<Act, Measured>> {
  const { url, sql } = await world.newDatabase()
  await fillPayouts(sql, transfers)
  const path = join(world.home, `transfers-${transfers}.txt`)
  const run = async (act: Act, file: string): Promise<Measured> => {
    const child = spawnNode({ words: ['bench/src/load/payout-process.ts', url, act, file] })
    const measured = await messageOf<Measured>(child)
    await child.ended
    world.say(`  ${transfers} transfers, ${act}: ${measured.seconds.toFixed(1)} s`)
    return measured
  }
  const [batch, release] = [await run('batch', path), await run('release', path)]
  await writeResult(path)
  return { batch, release, result: await run('result', `${path}.result`) }
}

const perMember = 100

/** Requested payouts of a hundred for each member, with what their accounts have on its way. */
async function fillPayouts(sql: Sql, transfers: number): Promise<void> {
  const passwords = { hash: () => Promise.reject(new Error('no password')), verify: () => Promise.resolve(false) }
  await sql`insert into banks (code, name, kana, hira) values ('0001', 'みずほ', 'ミズホ', 'みずほ')`
  await sql`
    insert into bank_branches (bank_code, code, name, kana, hira) values ('0001', '001', '東京', 'トウキヨウ', 'とうきよう')`
  await sql.begin(async (db) => {
    for (let number = 1; number <= transfers / perMember; number += 1)
      await seedMember(
        { sql: db as never, passwords: passwords as never },
        { flowAddress: `0x${number.toString(16).padStart(16, '0')}` },
      )
  })
  await sql`
    insert into payout_accounts (id, member_id, bank_code, branch_code, account_type, account_number, holder, holder_kana)
    select gen_random_uuid(), id, '0001', '001', 'ordinary', '1234567', '山田 花子', 'ﾔﾏﾀﾞ ﾊﾅｺ' from members`
  await sql`
    insert into ledger_accounts (id, unit, kind, member_id, balance)
    select 'member:' || id || ':' || name, 'yen', 'member', id, case name when 'payouts' then 2000 * ${perMember} else 0 end
      from members cross join unnest('{payouts,proceeds}'::text[]) name`
  await sql`
    insert into payouts (id, member_id, account_id, amount_yen, fee_yen)
    select gen_random_uuid(), member_id, id, 2000, 200 from payout_accounts cross join generate_series(1, ${perMember})`
  await sql`vacuum analyze`
}

/** The bank's answer: one transfer of a hundred comes back. */
async function writeResult(path: string): Promise<void> {
  const out = createWriteStream(`${path}.result`, 'latin1')
  let at = 0
  for await (const line of createInterface(createReadStream(path, 'latin1'))) {
    const result = line.startsWith('2') ? ((at += 1) % 100 === 0 ? '1' : '0') : undefined
    const marked = result === undefined ? line : line.slice(0, 113) + result + line.slice(114)
    if (!out.write(`${marked}\r\n`)) await new Promise((resolve) => out.once('drain', resolve))
  }
  await new Promise((resolve) => out.end(resolve))
}
