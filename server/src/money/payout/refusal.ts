/** Why a command about payouts was refused, by its code: docs/money.md says what to do about each. */
export const payoutRefusals = {
  DAY_INVALID: 'the day does not exist',
  NAME_REQUIRED: 'nobody is named as the one who does it',
  SAME_PERSON: 'the person who made the batch cannot release it',
  NOTHING_WAITS: 'no payout can be batched',
  BATCH_UNKNOWN: 'there is no such batch',
  BATCH_STATE: 'the batch is not in a state for this',
  BATCH_CHANGED: 'a payout left the batch while its file was written',
  PAYER_INVALID: 'the file about our own account is wrong',
  TRANSFER_INVALID: 'a transfer does not fit into the format of the file',
  FILE_UNREADABLE: 'a file cannot be read or written',
  FILE_EXISTS: 'another file has that name',
  FILE_DIFFERS: 'the batch was released with another file',
  RESULT_CUT_OFF: 'the bank’s file ends too early',
  RESULT_FORMAT: 'a record of the bank’s file is not of the format',
  RESULT_SUMS: 'the sums in the bank’s file do not hold',
  RESULT_OTHER_BATCH: 'the bank’s file is about another batch',
  RESULT_UNKNOWN: 'the bank’s file has a transfer that was not sent, or has it twice',
  RESULT_DIFFERS: 'a transfer in the bank’s file is not as it was sent',
  RESULT_INCOMPLETE: 'the bank’s file lacks transfers of the batch',
  PAYOUT_UNKNOWN: 'there is no such payout',
  PAYOUT_STATE: 'the payout is not in a state for this',
  ACCOUNT_UNKNOWN: 'the member has no registered account',
  REASON_INVALID: 'the reason is missing or none of the list',
} as const
export type PayoutRefusal = keyof typeof payoutRefusals

/** A command about payouts was refused and changed nothing. The message is for the operator. */
export class PayoutRefusedError extends Error {
  readonly code = 'PAYOUT_REFUSED'
  readonly refusal: PayoutRefusal
  constructor(refusal: PayoutRefusal, message: string) {
    super(message)
    this.refusal = refusal
  }
}

/**
 * A name as it identifies a person: case, width, spaces and invisible characters make no other
 * person. The database compares in the same way. Fails with PayoutRefusedError.
 */
export function readName(by: string, act: string): { name: string; key: string } {
  const name = by.normalize('NFKC').trim().replace(/\s+/g, ' ')
  const key = personKey(name)
  if (key === '') throw new PayoutRefusedError('NAME_REQUIRED', `say who ${act}`)
  return { name, key }
}

export const personKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200f\u2060\ufeff]+/g, '')
    .toLowerCase()
