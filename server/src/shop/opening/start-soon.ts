import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import * as openings from './queries.ts'
import { settleOpening } from './settle-opening.ts'
import type { OpeningDeps } from './settle-opening.ts'

const looks = 8

/** Starts the mint of an opening right after the answer and looks at it for some seconds; the worker goes on from any point. */
export const startSoon = (deps: OpeningDeps & Pick<Deps, 'background'>, openingId: string): void =>
  deps.background.run('opening', async () => {
    for (let look = 0; look < looks; look += 1) {
      await settleOpening(deps, openingId)
      const opening = await openings.find(deps.sql, openingId)
      // only a mint that is on its way is worth waiting for
      if (opening?.state !== 'minting') return
      await sleep(look < 2 ? 150 : 600)
    }
  })
