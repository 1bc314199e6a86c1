import type { FastifyInstance } from 'fastify'
import { submit, type Chain, type TransactionState } from './chain.ts'
import { RestError, badRequest, notFound } from './errors.ts'
import { takeFault } from './faults.ts'
import { presentResult, presentTransaction } from './present.ts'
import { expandOf } from './rest-reads.ts'
import { readTransaction } from './submission.ts'

function findTransaction(chain: Chain, parameter: string): { id: string; state: TransactionState } {
  if (!/^[0-9a-fA-F]{64}$/.test(parameter)) throw badRequest('invalid ID format')
  const id = parameter.toLowerCase()
  const state = chain.transactions.get(id)
  if (!state) throw notFound(`transaction ${id} is not known`)
  return { id, state }
}

type ById = { Params: { id: string }; Querystring: Record<string, string | string[] | undefined> }

/** Submitting transactions and asking how they ended. */
export function transactionRoutes(app: FastifyInstance, chain: Chain) {
  app.post('/transactions', ({ body }) => {
    if (takeFault(chain.faults, 'rejectSubmit')) throw new RestError(500, 'Invalid Flow request: played by the sandbox')
    const transaction = readTransaction(body, chain.engine)
    const id = submit(chain, transaction)
    if (takeFault(chain.faults, 'acceptThen5xx'))
      throw new RestError(502, 'Failed to process request: played by the sandbox after accepting')
    return presentTransaction(id, transaction)
  })
  app.get<ById>('/transactions/:id', ({ params, query }) => {
    const { id, state } = findTransaction(chain, params.id)
    return presentTransaction(
      id,
      state.transaction,
      expandOf(query).has('result') ? presentResult(chain, id, state) : undefined,
    )
  })
  app.get<ById>('/transaction_results/:id', ({ params }) => {
    const { id, state } = findTransaction(chain, params.id)
    return presentResult(chain, id, state)
  })
}
