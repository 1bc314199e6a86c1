import type { Deps } from '../../deps.ts'
import { findByPayment } from './queries.ts'
import { settleCard } from './settle-card.ts'
import type { CardDeps } from './settle-card.ts'

/** Keeps the card of a payment right after the answer, if its member wished so; the worker goes on from any point. */
export const storeSoon = (deps: CardDeps & Pick<Deps, 'background'>, paymentId: string): void =>
  deps.background.run('card', async () => {
    const id = await findByPayment(deps.sql, paymentId)
    if (id !== undefined) await settleCard(deps, id)
  })
