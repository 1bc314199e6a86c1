import type { Bank } from '@kura/contract/money/payout'
import type { Db } from '../../platform/db/connect.ts'

/** One bank or branch in the bank data. */
export type BankData = { code: string; name: string; kana: string; hira: string }
export type BranchData = BankData & { bankCode: string }

export const findVersion = async (db: Db): Promise<string | undefined> => {
  const [row] = await db<{ version: string }[]>`select version from bank_data`
  return row?.version
}

/** One load at a time; the others wait and then find the version there. */
export const lockBankData = (db: Db) => db`select pg_advisory_xact_lock(hashtext('bank_data'))`

export const setVersion = (db: Db, version: string) => db`
  insert into bank_data (version) values (${version})
  on conflict (only_one) do update set version = excluded.version, loaded_at = kura_now()`

/**
 * Writes all banks; those missing from the data are closed. Returns how many were added, renamed
 * and closed.
 */
export const replaceBanks = async (db: Db, banks: readonly BankData[]): Promise<Changes> => {
  const [row] = await db<[Changes]>`
    with said as (
      select * from jsonb_to_recordset(${db.json(banks as never)}) as b (code text, name text, kana text, hira text)
    ), before as (
      select code, name, closed_at from banks
    ), written as (
      insert into banks (code, name, kana, hira) select code, name, kana, hira from said order by code
      on conflict (code) do update
         set name = excluded.name, kana = excluded.kana, hira = excluded.hira, closed_at = null
       where (banks.name, banks.kana, banks.hira) is distinct from (excluded.name, excluded.kana, excluded.hira)
          or banks.closed_at is not null
      returning code
    ), closed as (
      update banks set closed_at = kura_now()
       where closed_at is null and not exists (select 1 from said where said.code = banks.code) returning 1
    )
    select (select count(*)::int from written w where not exists (select 1 from before b where b.code = w.code and b.closed_at is null)) as added,
           (select count(*)::int from written w where exists (select 1 from before b where b.code = w.code and b.closed_at is null)) as renamed,
           (select count(*)::int from closed) as closed`
  return row
}
export type Changes = { added: number; renamed: number; closed: number }

/** The same for all branches of all banks. */
export const replaceBranches = async (db: Db, branches: readonly BranchData[]): Promise<Changes> => {
  const [row] = await db<[Changes]>`
    with said as (
      select * from jsonb_to_recordset(${db.json(branches as never)})
        as b ("bankCode" text, code text, name text, kana text, hira text)
    ), before as (
      select bank_code, code, closed_at from bank_branches
    ), written as (
      insert into bank_branches (bank_code, code, name, kana, hira)
      select "bankCode", code, name, kana, hira from said order by "bankCode", code
      on conflict (bank_code, code) do update
         set name = excluded.name, kana = excluded.kana, hira = excluded.hira, closed_at = null
       where (bank_branches.name, bank_branches.kana, bank_branches.hira) is distinct from (excluded.name, excluded.kana, excluded.hira)
          or bank_branches.closed_at is not null
      returning bank_code, code
    ), closed as (
      update bank_branches b set closed_at = kura_now()
       where closed_at is null and not exists (select 1 from said where said."bankCode" = b.bank_code and said.code = b.code) returning 1
    )
    select count(*) filter (where b.code is null)::int as added, count(*) filter (where b.code is not null)::int as renamed,
           (select count(*)::int from closed) as closed
      from written w left join before b on b.bank_code = w.bank_code and b.code = w.code and b.closed_at is null`
  return row
}

/** Members whose registered branch is no longer there. */
export const listAtClosedBranches = (db: Db) => db<{ memberId: string; bankCode: string; branchCode: string }[]>`
  select a.member_id as "memberId", a.bank_code as "bankCode", a.branch_code as "branchCode"
    from payout_accounts a join bank_branches b on b.bank_code = a.bank_code and b.code = a.branch_code
   where a.replaced_at is null and b.closed_at is not null order by a.registered_at`

const listed = 20

/**
 * Open banks whose code, name or reading begins with or contains the text, the best match first.
 */
export const searchBanks = async (db: Db, text: string, popular: readonly string[]): Promise<Bank[]> => {
  if (text === '') {
    const rows = await db<Bank[]>`
      select code, name, kana, hira from banks where code = any(${[...popular]}) and closed_at is null
       order by array_position(${[...popular]}::text[], code)`
    return [...rows]
  }
  const { begins, holds } = patterns(text)
  const rows = await db<Bank[]>`
    select code, name, kana, hira from banks
     where closed_at is null and (code like ${begins} or name ilike ${holds} or kana like ${holds} or hira like ${holds})
     order by (code like ${begins} or name ilike ${begins} or kana like ${begins} or hira like ${begins}) desc, code limit ${listed}`
  return [...rows]
}

/** The same for the branches of a bank; undefined when there is no such bank. */
export const searchBranches = async (db: Db, bankCode: string, text: string): Promise<Bank[] | undefined> => {
  const { begins, holds } = patterns(text)
  const [row] = await db<{ items: Bank[] }[]>`
    select coalesce((
             select json_agg(json_build_object('code', code, 'name', name, 'kana', kana, 'hira', hira) order by n)
               from (select *, row_number() over (
                       order by (code like ${begins} or name ilike ${begins} or kana like ${begins} or hira like ${begins}) desc, code) as n
                       from bank_branches
                      where bank_code = ${bankCode} and closed_at is null
                        and (code like ${begins} or name ilike ${holds} or kana like ${holds} or hira like ${holds})) found
              where n <= ${listed}), '[]') as items
      from banks where code = ${bankCode} and closed_at is null`
  return row?.items
}

function patterns(text: string): { begins: string; holds: string } {
  const plain = text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
  return { begins: `${plain}%`, holds: `%${plain}%` }
}

export type FoundBranch = { bankName: string; branchName: string; isClosed: boolean }
/** A branch by its codes, also one that was closed. */
export const findBranch = async (db: Db, bankCode: string, branchCode: string): Promise<FoundBranch | undefined> => {
  const [row] = await db<FoundBranch[]>`
    select b.name as "bankName", r.name as "branchName", r.closed_at is not null or b.closed_at is not null as "isClosed"
      from bank_branches r join banks b on b.code = r.bank_code
     where r.bank_code = ${bankCode} and r.code = ${branchCode}`
  return row
}
