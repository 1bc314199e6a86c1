import type { ErrorBody } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'

export type Made<D> = { status: 'drafted'; draft: D } | { status: 'left' } | { status: 'refused'; body: ErrorBody }

type DraftSteps<D> = {
  send: (more: { confirmedBelowFloor?: true }) => Promise<Result<D>>
  /** Asks whether a price so far below the floor is meant; `floorYen` where the server told it. */
  confirmFloor: (floorYen: number | undefined) => Promise<boolean>
}

/** Has the terms of an offer signed by us, asking first where the price is far below the floor. Leaving the question changes nothing. */
export async function makeDraft<D>({ send, confirmFloor }: DraftSteps<D>): Promise<Made<D>> {
  const first = await send({})
  if (first.ok) return { status: 'drafted', draft: first.data }
  if (first.body.errorCode !== 'PRICE_FAR_BELOW_FLOOR') return { status: 'refused', body: first.body }
  if (!(await confirmFloor(floorOf(first.body)))) return { status: 'left' }
  const second = await send({ confirmedBelowFloor: true })
  return second.ok ? { status: 'drafted', draft: second.data } : { status: 'refused', body: second.body }
}

function floorOf({ details = [] }: ErrorBody): number | undefined {
  const told = Number(details.find(({ field }) => field === 'floor')?.fault)
  return Number.isSafeInteger(told) ? told : undefined
}
