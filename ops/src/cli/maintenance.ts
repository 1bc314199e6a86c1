import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import type { MaintenanceMode } from '@kura/contract/maintenance'
import type { MaintenancePlan } from '@kura/server/platform/maintenance/queries'
import { Problem } from '../problem.ts'
import { withSql } from './with-sql.ts'

const usage = `npm run kura -- maintenance
  plan --mode read-only|no-payments|whole --from <time> --until <time> [--ja <text> --en <text>]
  list [--json]
  end <id>       maintenance that runs
  cancel <id>    maintenance that has not begun
  A time is 2026-12-01T02:00+09:00; without a zone it is the time of Japan. --from now begins at once.`

/** Plans maintenance, lists it, ends what runs and cancels what has not begun. */
export async function maintenance(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const [act, id, ...rest] = positionals
  const by = values.by ?? userInfo().username
  const tools = await loadTools()
  if (act === 'plan' && id === undefined) {
    const plan = planOf(values, tools.modes)
    return withSql(async (sql) => {
      const { id: planned, startsAt } = await orProblem(() => tools.planMaintenance({ sql }, plan, by))
      console.log(`planned ${planned}: ${plan.mode}, ${startsAt.toISOString()} to ${plan.endsAt.toISOString()}`)
    })
  }
  if (act === 'list' && id === undefined)
    return withSql(async (sql) => {
      const found = await tools.listMaintenances(sql)
      if (values.json) return console.log(JSON.stringify([...found], null, 2))
      for (const each of found)
        console.log(
          `${each.id}  ${each.state.padEnd(9)} ${each.mode.padEnd(11)} ${each.startsAt.toISOString()} to ${each.endsAt.toISOString()}`,
        )
      if (found.length === 0) console.log('no maintenance')
    })
  if ((act !== 'end' && act !== 'cancel') || id === undefined || rest.length > 0 || !/^[0-9a-f-]{36}$/.test(id))
    throw new Problem('What is to be done about maintenance?', usage)
  await withSql(async (sql) => {
    await orProblem(() => (act === 'end' ? tools.endMaintenance : tools.cancelMaintenance)({ sql }, id, by))
    console.log(`${act === 'end' ? 'ended' : 'cancelled'} ${id}`)
  })
}

async function loadTools() {
  const [{ maintenanceModes: modes }, plans, { listMaintenances }] = await Promise.all([
    import('@kura/contract/maintenance'),
    import('@kura/server/platform/maintenance/plan-maintenance'),
    import('@kura/server/platform/maintenance/queries'),
  ])
  return { ...plans, modes, listMaintenances }
}

function planOf(values: ReturnType<typeof readWords>['values'], modes: readonly MaintenanceMode[]): MaintenancePlan {
  const mode = modes.find((each) => each === values.mode)
  if (!mode) throw new Problem(`--mode is one of ${modes.join(', ')}.`, usage)
  const { ja = '', en = '' } = values
  if ((ja === '') !== (en === '')) throw new Problem('The text is needed in both languages, or in none.', usage)
  const startsAt = values.from === 'now' ? 'now' : instantOf('from', values.from)
  return { mode, startsAt, endsAt: instantOf('until', values.until), text: { ja, en } }
}

function instantOf(name: string, text = ''): Date {
  const [, day, time, zone = '+09:00'] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2})?(Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? []
  const date = new Date(`${day}T${time}:00${zone}`)
  if (Number.isNaN(date.getTime())) throw new Problem(`--${name} is a time such as 2026-12-01T02:00+09:00.`, usage)
  return date
}

/** The outcome, or a refusal in words. */
async function orProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'NOT_FOUND') throw new Problem('There is no such maintenance in a state for this.', usage)
    if (code !== 'INVALID_INPUT') throw error
    throw new Problem('It overlaps another, is over already, or ends before it begins.', usage)
  }
}

function readWords(words: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { mode: text, from: text, until: text, ja: text, en: text, by: text, json: { type: 'boolean' } },
    })
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
