import { isCount, isFlag, makeSwitches } from '../shared/switches.ts'

export type MailFaults = {
  /** Connections are refused with 421. */
  down: boolean
  /** A mail is accepted this late. */
  slowMs: number
  /** A mail is refused with 451: try again. */
  tryLater: boolean
  /** Every recipient is refused with 550. */
  refuseRecipients: boolean
}

/** The faults of the mail server, all off. */
export const makeMailSwitches = () =>
  makeSwitches<MailFaults>(
    { down: false, slowMs: 0, tryLater: false, refuseRecipients: false },
    { down: isFlag, slowMs: isCount, tryLater: isFlag, refuseRecipients: isFlag },
  )
