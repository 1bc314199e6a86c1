import { session } from './session.ts'
import { useEffect } from 'react'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
/** `owner` names the member whose records are read and written. */
export type RecordWorld = { storage: () => Store | undefined; owner: () => string; now: () => number }

/** This browser, and the member who is signed in. */
const ownBrowser: RecordWorld = {
  storage: () => (typeof window === 'undefined' ? undefined : window.localStorage),
  owner: () => session.read()?.userId ?? '',
  now: () => Date.now(),
}

/**
 * Small records by name that survive a reload, are shared by all tabs, belong to one member and
 * expire after `keptMs`. A browser without storage keeps none.
 */
export function makeRecords<T extends object>(
  prefix: string,
  keptMs: number,
  { storage, owner, now }: RecordWorld = ownBrowser,
) {
  const keyOf = (name: string): string => `${prefix}${name}-${owner()}`
  const read = (key: string): T | undefined =>
    attempt(() => {
      const { until, ...record } = JSON.parse(storage()?.getItem(key) ?? '{}') as T & { until?: number }
      return until !== undefined && until > now() ? (record as unknown as T) : undefined
    })
  return {
    find: (name: string): T | undefined => read(keyOf(name)),
    keep(name: string, record: T): void {
      attempt(() => storage()?.setItem(keyOf(name), JSON.stringify({ ...record, until: now() + keptMs })))
    },
    drop(name: string): void {
      attempt(() => storage()?.removeItem(keyOf(name)))
    },
    /** Removes the expired records of every member. */
    forgetOld(): void {
      attempt(() => {
        for (const key of Object.keys(storage() ?? {}))
          if (key.startsWith(prefix) && read(key) === undefined) storage()?.removeItem(key)
      })
    },
  }
}

function attempt<R>(act: () => R): R | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

type Renew = () => Promise<unknown>
/**
 * The lists of several pages on the screen: the cache finds single calls by name, but not these.
 */
const onScreen = new Set<Renew>()
let renewals = 0

/** Registers a list of several pages to be read again with the others. */
export function useRenewed(renew: Renew): void {
  useEffect(() => {
    onScreen.add(renew)
    return () => void onScreen.delete(renew)
  }, [renew])
}

/**
 * Reads every list of several pages on the screen again, each as a whole and once, after the single
 * calls.
 */
export async function renewLists(singleAnswers: Promise<unknown>): Promise<void> {
  renewals += 1
  await singleAnswers.finally(() => (renewals -= 1))
  await Promise.all([...onScreen].map((renew) => renew()))
}

/** The lists are about to be read again: nothing else has to do it. */
export const isRenewing = (): boolean => renewals > 0
