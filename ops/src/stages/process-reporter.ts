import type { TestEvent } from 'node:test/reporters'

/** What a test process reports about the file it runs. */
export type TestMessage =
  | { kind: 'started'; test: string }
  | { kind: 'passed'; test: string; isSkipped: boolean; isTest: boolean }
  | { kind: 'failed'; test: string; why: string }
  /**
   * What remained after the file: open handles by kind, errors outside its tests, and whether
   * another file may run in this process.
   */
  | { kind: 'left'; open: string[]; stray: string; isSpent: boolean }

type Finished = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>['data']

function whyOf(data: Finished): string {
  const { error } = data.details as { error?: Error & { cause?: unknown } }
  const cause = error?.cause ?? error
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}

// The file itself is a suite of level 0.
const isFile = (data: Finished) => data.nesting === 0

function messagesOf(event: TestEvent): TestMessage[] {
  switch (event.type) {
    case 'test:dequeue':
      return [{ kind: 'started', test: event.data.name }]
    case 'test:pass': {
      const { data } = event
      if (isFile(data)) return []
      const isSkipped = data.skip !== undefined && data.skip !== false
      return [{ kind: 'passed', test: data.name, isSkipped, isTest: data.details.type !== 'suite' }]
    }
    case 'test:fail': {
      const { data } = event
      const { error } = data.details as { error?: { failureType?: string } }
      // A parent that failed only because of a test inside it adds nothing; a file with an error
      // outside its tests does.
      if (error?.failureType === 'subtestsFailed') return []
      return [{ kind: 'failed', test: isFile(data) ? 'outside of its tests' : data.name, why: whyOf(data) }]
    }
    default:
      return []
  }
}

const waiting = new Map<string, () => void>()

/** Resolves when every result of the suite of this name has been reported. */
export const untilReported = (name: string): Promise<void> => new Promise((resolve) => waiting.set(name, resolve))

/** A reporter for Node's test runner that sends the events to the parent process. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    for (const message of messagesOf(event)) process.send?.(message)
    if (event.type === 'test:pass' || event.type === 'test:fail')
      if (isFile(event.data)) waiting.get(event.data.name)?.()
    yield ''
  }
}
