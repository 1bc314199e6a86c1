import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

type Seen = { passed: number; failed: number; skipped: number; seconds: number; output: string }

const files = new Map<string, Seen>()
const failures: string[] = []
/** Of a failure as it is told again at the end. */
const mostLines = 12
const seenOf = (file: string | undefined) => {
  const name = file ? relative(process.cwd(), file) : 'test'
  const seen = files.get(name) ?? { passed: 0, failed: 0, skipped: 0, seconds: 0, output: '' }
  files.set(name, seen)
  return { name, seen }
}

type Finished = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>['data']

/** Suites and the wrapper Node puts around a file are not tests. */
const isTest = (data: Finished) =>
  data.details.type !== 'suite' && !(data.nesting === 0 && data.file !== undefined && data.file.endsWith(data.name))

// What lies deeper is in the time of what it lies in.
function addTime(seen: Seen, data: Finished): void {
  if (data.nesting === 0) seen.seconds += data.details.duration_ms / 1000
}

function failureText(data: Finished): string {
  const { error } = data.details as { error?: Error & { cause?: unknown } }
  const cause = error?.cause ?? error
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  return text.replace(/^/gm, '      ')
}

function onFail(data: Finished): string {
  const { name, seen } = seenOf(data.file)
  addTime(seen, data)
  const { error } = data.details as { error?: { failureType?: string } }
  // A parent that failed only because a test in it failed says nothing new; a file that broke outside its tests does.
  if (error?.failureType === 'subtestsFailed') return ''
  seen.failed++
  const output = seen.output === '' ? '' : `\n${seen.output.replace(/^/gm, '      | ')}`
  const why = failureText(data)
  failures.push(`${name}: ${data.name}\n${why.split('\n').slice(0, mostLines).join('\n')}`)
  return `  ✖ ${name}: ${data.name}\n${why}${output}\n`
}

function onPass(data: Finished): string {
  const { seen } = seenOf(data.file)
  addTime(seen, data)
  if (!isTest(data)) return ''
  if (data.skip !== undefined && data.skip !== false) seen.skipped++
  else seen.passed++
  return ''
}

function summary(): string {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const failedFiles: { name: string; passed: number; failed: number }[] = []
  let text = ''
  for (const [name, { passed, failed, skipped, seconds }] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const empty = passed + failed + skipped === 0
    if (failed > 0 || empty) failedFiles.push({ name, passed, failed: failed + (empty ? 1 : 0) })
    if (empty) {
      text += `  ✖ ${name}: holds no test\n`
      failures.push(`${name}: holds no test`)
    }
    total.passed += passed
    total.failed += failed + (empty ? 1 : 0)
    total.skipped += skipped
    if (!empty)
      text += `  ${failed > 0 ? '✖' : '✔'} ${name} ${passed}${skipped > 0 ? ` (${skipped} left out)` : ''}, ${seconds.toFixed(seconds < 10 ? 1 : 0)} s\n`
  }
  const target = process.env['KURA_TEST_COUNTS']
  if (target) writeFileSync(target, JSON.stringify({ ...total, failedFiles, failures }))
  return text
}

/**
 * Tells failures as they come and a line per file at the end, and writes the counts, the files that failed and why to the file
 * KURA_TEST_COUNTS names.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type === 'test:fail') yield onFail(event.data)
    else if (event.type === 'test:pass') yield onPass(event.data)
    else if (event.type === 'test:stdout' || event.type === 'test:stderr') {
      const { seen } = seenOf(event.data.file)
      seen.output = (seen.output + event.data.message).slice(-8000)
    }
  }
  yield summary()
}
