import { ensure } from '@kura/contract/errors'
import type { Bank, searchBanks as contract } from '@kura/contract/money/payout'
import type { ParsedOf } from '@kura/contract/endpoint'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import * as banks from './bank-queries.ts'
import type { BankData, BranchData, Changes } from './bank-queries.ts'

/** The banks most people in Japan have: Japan Post, the megabanks, the largest net banks. */
const popular = ['9900', '0001', '0005', '0009', '0010', '0036', '0033', '0038', '0017', '0034']

/** Banks, or the branches of one, by name, reading or code, in any width and kana. */
export async function searchBanks(
  deps: Pick<Deps, 'sql'>,
  ip: string,
  { query }: ParsedOf<typeof contract>,
): Promise<{ banks: Bank[]; version: string }> {
  await limitRate(deps, 'bankPerSource', sourceOf(ip))
  const text = searchText(query.q ?? '')
  const [version = '', found] = await Promise.all([
    banks.findVersion(deps.sql),
    query.bankCode === undefined
      ? banks.searchBanks(deps.sql, text, popular)
      : banks.searchBranches(deps.sql, query.bankCode, text),
  ])
  ensure(found, 'NOT_FOUND')
  return { banks: found, version }
}

/** Small kana are large in the data, and names come without 銀行 and 支店. */
const searchText = (typed: string): string =>
  typed
    .normalize('NFKC')
    .trim()
    .replace(/(銀行|支店|ギンコウ|ぎんこう|シテン|してん)$/u, '')
    .replace(/[ぁぃぅぇぉゃゅょっァィゥェォャュョッ]/g, (small) =>
      String.fromCodePoint((small.codePointAt(0) ?? 0) + 1),
    )

export type BankLoad = { version: string; banks: Changes; branches: Changes; membersAtClosed: number }

/**
 * Loads the installed package's bank data into the tables; a branch no longer in it is closed,
 * never removed. Undefined when that version is loaded.
 */
export async function loadBanks({ sql }: Pick<Deps, 'sql'>): Promise<BankLoad | undefined> {
  const version = await installedVersion()
  if ((await banks.findVersion(sql)) === version) return undefined
  const data = await readData()
  return transaction(sql, async (db) => {
    await banks.lockBankData(db)
    if ((await banks.findVersion(db)) === version) return undefined
    const load = {
      version,
      banks: await banks.replaceBanks(db, data.banks),
      branches: await banks.replaceBranches(db, data.branches),
    }
    await banks.setVersion(db, version)
    return { ...load, membersAtClosed: (await banks.listAtClosedBranches(db)).length }
  })
}

/** The day of the installed data, as in `2026-08-24`. */
async function installedVersion(): Promise<string> {
  const { default: manifest } = await import('zengin-code/package.json', { with: { type: 'json' } })
  const day = /p(\d{4})(\d\d)(\d\d)$/.exec(manifest.version)
  if (!day) throw new Error(`zengin-code ${manifest.version} does not say its day`)
  return day.slice(1).join('-')
}

/** Five megabytes: loaded only when there is something to load. */
async function readData(): Promise<{ banks: BankData[]; branches: BranchData[] }> {
  const { default: data } = await import('zengin-code')
  const plain = ({ code, name, kana, hira }: BankData): BankData => ({
    code,
    name: name.normalize('NFKC'),
    kana: kana.normalize('NFKC'),
    hira: hira.normalize('NFKC'),
  })
  const all = Object.values(data)
  return {
    banks: all.map(plain),
    branches: all.flatMap((bank) =>
      Object.values(bank.branches).map((branch) => ({ ...plain(branch), bankCode: bank.code })),
    ),
  }
}
