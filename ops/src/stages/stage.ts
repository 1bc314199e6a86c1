/**
 * The counts of a run. `failures` names each failure with its reason, for the summary at the end.
 */
export type Counts = { passed: number; failed: number; failures: string[] }

/** A part of a stage that runs on its own: a check, a program, a test file. */
export type WorkItem = {
  name: string
  /** How many cores it keeps busy on average: most work also waits. */
  cores: number
  /** Runs it and prints its result. */
  run: () => Promise<Counts>
}

export type Stage = {
  name: string
  title: string
  items: WorkItem[]
  /** Prepares what its items need, before the first of them runs. */
  prepare?: () => Promise<unknown>
}

/** The result of a whole run. */
export type Summary = Counts & { seconds: { name: string; seconds: number }[] }

type Progress = { stage: Stage; left: WorkItem[]; counts: Counts; isPrepared: boolean }

/**
 * Runs the items of all stages in parallel, as many at once as `cores` allow, in list order where
 * they fit. A stage that ran nothing counts as failed.
 */
export async function runStages(stages: readonly Stage[], cores: number): Promise<Summary> {
  const all = stages.map((stage): Progress => {
    const counts: Counts = { passed: 0, failed: 0, failures: [] }
    return { stage, left: [...stage.items], counts, isPrepared: !stage.prepare }
  })
  const seconds: Summary['seconds'] = []
  const preparing = all.filter(({ isPrepared }) => !isPrepared)
  const running = new Set<Promise<void>>()
  let busy = 0
  const start = (weight: number, work: () => Promise<void>) => {
    busy += weight
    const done: Promise<void> = work().finally(() => {
      busy -= weight
      running.delete(done)
    })
    running.add(done)
  }
  for (;;) {
    for (let next = takeNext(all, preparing, busy === 0 ? Infinity : cores - busy); next;) {
      start(next.cores, () => next!.run(seconds))
      next = takeNext(all, preparing, cores - busy)
    }
    if (running.size === 0) break
    await Promise.race(running)
  }
  return sumUp(all, seconds)
}

type Next = { cores: number; run: (seconds: Summary['seconds']) => Promise<void> }

/**
 * The next work that fits: first the preparation of stages, so that their items need not wait, then
 * the first item that may run.
 */
function takeNext(all: Progress[], preparing: Progress[], room: number): Next | undefined {
  if (room >= 1) {
    const progress = preparing.shift()
    if (progress) return { cores: 1, run: () => prepare(progress) }
  }
  for (const progress of all) {
    const at = progress.isPrepared ? progress.left.findIndex(({ cores }) => cores <= room) : -1
    const [item] = at < 0 ? [] : progress.left.splice(at, 1)
    if (item) return { cores: item.cores, run: (seconds) => runItem(progress, item, seconds) }
  }
  return undefined
}

async function prepare(progress: Progress): Promise<void> {
  try {
    await progress.stage.prepare?.()
    progress.isPrepared = true
  } catch (error) {
    console.error(error)
    const names = progress.left.splice(0).map(({ name }) => name)
    addTo(progress.counts, {
      passed: 0,
      failed: Math.max(1, names.length),
      failures: [`what it needs could not be made, so ${names.length} did not run: ${String(error)}`],
    })
  }
}

async function runItem({ counts }: Progress, item: WorkItem, seconds: Summary['seconds']): Promise<void> {
  const begun = performance.now()
  try {
    addTo(counts, await item.run())
  } catch (error) {
    console.error(error)
    addTo(counts, { passed: 0, failed: 1, failures: [`${item.name}: ${String(error)}`] })
  }
  seconds.push({ name: item.name, seconds: (performance.now() - begun) / 1000 })
}

function addTo(total: Counts, { passed, failed, failures }: Counts): void {
  total.passed += passed
  total.failed += failed
  total.failures.push(...failures)
}

function sumUp(all: Progress[], seconds: Summary['seconds']): Summary {
  const total: Counts = { passed: 0, failed: 0, failures: [] }
  console.log('')
  for (const { stage, counts } of all) {
    const { title } = stage
    if (counts.passed + counts.failed === 0) {
      counts.failed = 1
      counts.failures.push('nothing ran')
    }
    console.log(`${title}: ${counts.passed} passed, ${counts.failed} failed`)
    addTo(total, { ...counts, failures: counts.failures.map((text) => `${title}: ${text}`) })
  }
  return { ...total, seconds }
}
