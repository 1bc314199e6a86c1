/** `back`: the address names the last screen, and nobody went on to it from here, or what was typed is not right any more. */
export type ConfirmStep = 'form' | 'confirm' | 'back'

type At = {
  /** The address of the page names the last screen. */
  isNamed: boolean
  /** The member went on to it from the form of this page. */
  isReached: boolean
  /** What was typed can be sent. */
  isRight: boolean
}

/** Where a member is on the way to the wallet. Without having gone on, the last letter typed would leap to the last screen. */
export function stepAt({ isNamed, isReached, isRight }: At): ConfirmStep {
  if (!isNamed) return 'form'
  return isReached && isRight ? 'confirm' : 'back'
}
