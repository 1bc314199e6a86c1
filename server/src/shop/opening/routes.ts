import * as contract from '@kura/contract/shop/opening'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import { listUnopenedPacks } from './list-unopened-packs.ts'
import { openPack } from './open-pack.ts'

export const openingRoutes = (deps: Deps) => [
  on(contract.listUnopenedPacks, (input, { viewer }) => listUnopenedPacks(deps, viewer, input)),
  on(contract.mintTokens, (input, { viewer }) => openPack(deps, viewer, input)),
]
