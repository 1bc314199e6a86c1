import * as contract from '@kura/contract/money/card'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import { deleteCard, listCards } from './cards.ts'

export const cardRoutes = (deps: Deps) => [
  on(contract.creditCheck, (_input, { viewer }) => listCards(deps, viewer)),
  on(contract.deleteCard, (input, { viewer }) => deleteCard(deps, viewer, input)),
]
