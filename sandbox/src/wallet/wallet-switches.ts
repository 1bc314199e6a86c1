import { isCount, isFlag, makeSwitches, orNull } from '../shared/switches.ts'
import { isBehaviour, type Behaviour } from './behaviours.ts'

export type WalletFaults = {
  down: boolean
  slowMs: number
  /** Pages and the back channel answer by themselves. */
  auto: boolean
  /** Which account signs in by itself: name or address. */
  account: string
  /** What is answered by itself. */
  behaviour: Behaviour
  /** The same for transactions and messages, where it differs. */
  signing: Behaviour | null
}

/** The wallet's switches: off, and a person decides. */
export const makeWalletSwitches = () =>
  makeSwitches<WalletFaults>(
    { down: false, slowMs: 0, auto: false, account: 'hanako', behaviour: 'approve', signing: null },
    {
      down: isFlag,
      slowMs: isCount,
      auto: isFlag,
      account: (value) => typeof value === 'string' && value !== '',
      behaviour: isBehaviour,
      signing: orNull(isBehaviour),
    },
  )
