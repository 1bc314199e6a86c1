import { useEffect } from 'react'

type Renew = () => Promise<unknown>
/** Lists of several pages on the screen: the cache finds the calls of single answers by their name, but not these. */
const onScreen = new Set<Renew>()
let renewals = 0

/** Has a list of several pages asked for again with the others. */
export function useRenewed(renew: Renew): void {
  useEffect(() => {
    onScreen.add(renew)
    return () => void onScreen.delete(renew)
  }, [renew])
}

/** Has every list of several pages on the screen asked for again, each as a whole and once, when the single answers are there. */
export async function renewLists(singleAnswers: Promise<unknown>): Promise<void> {
  renewals += 1
  await singleAnswers.finally(() => (renewals -= 1))
  await Promise.all([...onScreen].map((renew) => renew()))
}

/** The lists are about to be asked for again: nothing else has to see to it. */
export const isRenewing = (): boolean => renewals > 0
