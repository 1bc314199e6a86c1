import { useEffect } from 'react'

type Renew = () => Promise<unknown>
/** Lists of several pages on the screen: the cache finds the calls of single answers by their name, but not these. */
const onScreen = new Set<Renew>()

/** Has a list of several pages asked for again with the others. */
export function useRenewed(renew: Renew): void {
  useEffect(() => {
    onScreen.add(renew)
    return () => void onScreen.delete(renew)
  }, [renew])
}

/** Has every list of several pages on the screen asked for again, each as a whole. */
export const renewLists = (): Promise<unknown> => Promise.all([...onScreen].map((renew) => renew()))
