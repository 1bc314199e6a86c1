/** Everything the buttons of the wallet can do. */
export const behaviours = [
  'approve',
  'decline',
  'expired',
  'wrong-device',
  'rejected',
  'close',
  'other-address',
  'forged-signature',
  'no-account-proof',
  'no-authn',
] as const
export type Behaviour = (typeof behaviours)[number]

/** True for the name of a button. */
export const isBehaviour = (value: unknown): value is Behaviour => behaviours.some((behaviour) => behaviour === value)

/** The words an app gets to see when the wallet says no; FCL puts "Declined: " in front. */
export const declineReasons: Partial<Record<Behaviour, string>> = {
  decline: 'User declined',
  expired: 'Session expired (signature failed). Please log out and log back in again.',
  'wrong-device': 'Incorrect device information',
  rejected: 'User rejected signature',
  close: 'Externally Halted',
}
