import type { Db } from './db/connect.ts'

type Handler<Fact, Result> = (db: Db, fact: Fact) => Promise<Result>

/**
 * A fact that one module publishes and others act on, in the database transaction that made it. The
 * publisher names no other module; `wiring.ts` says who follows.
 */
export type Event<Fact, Result = unknown> = {
  readonly name: string
  /**
   * Runs every handler in the order of the wiring and returns what each returned. Fails before
   * wiring.
   */
  publish: (db: Db, fact: Fact) => Promise<Result[]>
  /** Sets the handlers in place of those of before. Only `wiring.ts` calls it. */
  handledBy: (...handlers: Handler<Fact, Result>[]) => void
}

/** Declares an event. Publishing one that is not wired fails loudly. */
export function defineEvent<Fact, Result = unknown>(name: string): Event<Fact, Result> {
  let handlers: Handler<Fact, Result>[] | undefined
  return {
    name,
    publish: async (db, fact) => {
      if (!handlers) throw new Error(`the event ${name} is not wired: call wireModules() first`)
      const results: Result[] = []
      // one after another: they share a transaction, and locks are taken in this order
      for (const handle of handlers) results.push(await handle(db, fact))
      return results
    },
    handledBy: (...list) => {
      handlers = list
    },
  }
}

/** What one module needs done by a module above it; `wiring.ts` says by which. */
export type Port<Functions> = {
  /** The functions that were wired. Fails before wiring. */
  readonly call: Functions
  /** Sets what does the work. Only `wiring.ts` calls it. */
  implementedBy: (functions: Functions) => void
}

/** Declares a port. */
export function definePort<Functions>(name: string): Port<Functions> {
  let wired: Functions | undefined
  return {
    get call() {
      if (!wired) throw new Error(`the port ${name} is not wired: call wireModules() first`)
      return wired
    },
    implementedBy: (functions) => {
      wired = functions
    },
  }
}
