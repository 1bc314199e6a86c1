import { watch } from 'node:fs'
import { join } from 'node:path'
import { explain } from '../problem.ts'
import { rootFolder } from '../settings.ts'
import { buildWeb } from './web-build.ts'

const settleMs = 150

/** Only sources count: the build itself writes below web/ too. */
const isSource = (name: string | null) => name !== null && !/^(build|\.react-router|node_modules)/.test(name)

/** Rebuilds the pages whenever a source changes: development runs exactly what a live site runs. */
export function watchPages(options: { log: (line: string) => void; stop: AbortSignal; onBuilt: () => void }) {
  const { log, stop, onBuilt } = options
  let timer: NodeJS.Timeout | undefined
  let building: Promise<void> = Promise.resolve()
  const build = async () => {
    try {
      if ((await buildWeb(stop)) !== 'up to date') onBuilt()
    } catch (error) {
      if (!stop.aborted) log(explain(error)?.message ?? String(error))
    }
  }
  const onChange = (_event: string, name: string | null) => {
    if (!isSource(name)) return
    clearTimeout(timer)
    timer = setTimeout(() => (building = building.then(build)), settleMs)
  }
  for (const room of ['web', join('contract', 'src')]) {
    watch(join(rootFolder, room), { recursive: true, signal: stop }, onChange).on('error', (error) =>
      log(error.message),
    )
  }
}
