import { useEffect, useEffectEvent } from 'react'
import type { SendFailure } from '../transfer/use-send.ts'
import { faultsInRefusal } from './gift-fault.ts'
import type { GiftFaults } from './gift-fault.ts'

/** Leads a refusal that is about something typed back to its field. */
export function useFieldFaults(failure: SendFailure | undefined, onFault: (faults: GiftFaults) => void): void {
  const tell = useEffectEvent(() => {
    const faults = failure?.by === 'us' ? faultsInRefusal(failure.body) : undefined
    if (faults) onFault(faults)
  })
  useEffect(() => tell(), [failure])
}
