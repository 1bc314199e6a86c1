/**
 * Who holds the wallet open for a draft, for every tab of this browser to know: a lock ends with its tab, whatever became of it. A browser
 * without locks holds nothing.
 */
const nameOf = (listingId: string): string => `kura-signing-${listingId}`
const locks = (): LockManager | undefined => (globalThis.navigator as { locks?: LockManager } | undefined)?.locks

/** Holds a draft for as long as `act` runs. */
export async function whileSigning<T>(listingId: string, act: () => Promise<T>): Promise<T> {
  const held = locks()
  // one that another tab holds is no reason to wait: the chain decides between them
  return held ? held.request(nameOf(listingId), { ifAvailable: true }, act) : act()
}

/** Whether a page that is still open has its wallet asked for this draft. */
export async function isBeingSigned(listingId: string): Promise<boolean> {
  const now = await locks()?.query()
  return now?.held?.some(({ name }) => name === nameOf(listingId)) === true
}
