/** What is bought: one unit of a pack, or the token of a listing by its reference. */
export type Subject = { kind: 'pack'; packId: string } | TokenSubject
export type TokenSubject = {
  kind: 'token'
  refId: string
  /** The content access fee that the buyer was shown, where they said it. */
  seenFeeYen?: number | undefined
}

/** A subject in one word: in the fingerprint of a request, and as a payment names what it is for. */
export const keyOf = (subject: Subject): string => (subject.kind === 'pack' ? subject.packId : `token:${subject.refId}`)
