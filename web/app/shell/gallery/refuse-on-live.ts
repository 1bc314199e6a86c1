import { data } from 'react-router'

/** Throws 404 on a live site: the gallery is for developers and browser tests. */
export function refuseOnLive({ isLive }: { isLive: boolean }): void {
  if (isLive) throw data({ errorCode: 'NOT_FOUND' }, { status: 404 })
}
