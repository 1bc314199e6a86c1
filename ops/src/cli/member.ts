import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { requireServerEnv } from './with-database.ts'
import { withSql } from './with-sql.ts'

const usage =
  'npm run kura -- member ban|unban|delete <user id or e-mail> --reason <text> [--by <name>] [--dry-run], or member birthday <user id or e-mail> <YYYY-MM-DD> --reason <text>, or member professional <user id or e-mail> --name <text> --address <text> --contact <text> [--registration T…] --reason <text>, or the same with --end alone'

/**
 * Bans a member, lifts a ban, deletes an account, corrects a date of birth, or records a
 * professional seller. The audit records who did it and why.
 */
export async function member(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const [act, who, ...rest] = positionals
  const birthday = act === 'birthday' && rest.length === 1 ? rest[0] : undefined
  const standing = rest.length === 0 && (act === 'ban' || act === 'unban' || act === 'delete') ? act : undefined
  const isProfessional = act === 'professional' && rest.length === 0
  if (who === undefined || (birthday === undefined && standing === undefined && !isProfessional))
    throw new Problem('What is to be done with which member?', usage)
  const reason = values.reason?.trim() ?? ''
  const isDryRun = values['dry-run'] ?? false
  if (reason === '' && !isDryRun) throw new Problem('Why? The reason is kept in the audit.', usage)
  const order = { who, by: values.by ?? userInfo().username, reason, isDryRun }
  try {
    if (birthday !== undefined) await correctBirthday({ ...order, birthday })
    else if (isProfessional) await noteProfessional(order, values)
    else if (standing !== undefined) await changeStanding({ ...order, act: standing })
  } catch (error) {
    if ((error as { code?: string }).code !== 'MEMBER_REFUSED') throw error
    throw new Problem(`Nothing was changed: ${(error as Error).message}.`, usage)
  }
}

type Order = { who: string; by: string; reason: string; isDryRun: boolean }

async function correctBirthday(order: Order & { birthday: string }): Promise<void> {
  const { changeBirthday } = await import('@kura/server/identity/account/act-by-hand')
  await withSql((sql) => changeBirthday({ sql }, order, console.log))
}

type Notice = { name?: string; address?: string; contact?: string; registration?: string; end?: boolean }

async function noteProfessional(order: Order, { name, address, contact, registration, end }: Notice): Promise<void> {
  const parts = { name, address, contact, registrationNumber: registration }
  const hasParts = Object.values(parts).some((part) => part !== undefined)
  if (hasParts === (end ?? false)) throw new Problem('Who sells by trade, or does not any more?', usage)
  const { markProfessional } = await import('@kura/server/market/listing/mark-professional')
  const trim = (text: string | undefined) => text?.trim() ?? ''
  const notice = end
    ? undefined
    : { name: trim(name), address: trim(address), contact: trim(contact), registrationNumber: trim(registration) }
  await withSql((sql) => markProfessional({ sql }, { ...order, notice }, console.log))
}

async function changeStanding(order: Order & { act: 'ban' | 'unban' | 'delete' }): Promise<void> {
  const [{ buildDeps }, { readEnv }, { actByHand }] = await Promise.all([
    import('@kura/server/deps'),
    import('@kura/server/env'),
    import('@kura/server/identity/account/act-by-hand'),
  ])
  const deps = await buildDeps(readEnv({ ...requireServerEnv(), LOG_LEVEL: 'fatal' }))
  try {
    await actByHand(deps, order, console.log)
  } finally {
    await deps.close()
  }
}

function readWords(words: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const notice = { name: text, address: text, contact: text, registration: text, end: flag } as const
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { by: text, reason: text, 'dry-run': flag, ...notice },
    })
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
