type Observer = (point: string) => Promise<void>
let observer: Observer | undefined

/**
 * Sets who hears `before <step>` and `after <step>`; undefined ends it. Only tests observe: to end,
 * fail or delay a process at a point.
 */
export function observeSteps(next: Observer | undefined): void {
  observer = next
}

/** Does the work of a named step: a transaction, a call to another system, a background task. */
export function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  return observer ? observed(observer, name, work) : work()
}

async function observed<T>(observe: Observer, name: string, work: () => Promise<T>): Promise<T> {
  await observe(`before ${name}`)
  const result = await work()
  await observe(`after ${name}`)
  return result
}

/** The same client of another system, whose calls are steps such as `card.refund`. */
export function withSteps<T extends object>(name: string, client: T): T {
  const wrap = ([method, call]: [string, unknown]): [string, unknown] => {
    if (typeof call !== 'function') return [method, call]
    return [method, (...words: unknown[]) => step(`${name}.${method}`, () => call(...words) as Promise<unknown>)]
  }
  return Object.fromEntries(Object.entries(client).map(wrap)) as T
}
