import { AppError, type ErrorCode } from '@kura/contract/errors'
import type { TransferObstacle } from '@kura/contract/market/transfer'
import { sendingRefusals } from '../token/begin-use.ts'

/** The refusal of a token that is in use. */
function ofUse(use: keyof typeof sendingRefusals): [code: ErrorCode, field: string, fault: string] {
  const [code, fault] = sendingRefusals[use]
  return [code, 'tokenId', fault]
}

/** Which code tells of an obstacle, with the field at fault and what is wrong with it. */
const told: Record<TransferObstacle, [code: ErrorCode, field: string, fault: string]> = {
  'wallet-required': ['WALLET_REQUIRED', 'flowAddress', 'no_wallet'],
  'no-own-collection': ['WALLET_REQUIRED', 'flowAddress', 'no_collection'],
  'terms-outdated': ['FORBIDDEN', 'termsVersion', 'terms_outdated'],
  'not-owned': ['FORBIDDEN', 'tokenId', 'not_owner'],
  listed: ofUse('listed'),
  held: ofUse('held'),
  'offered-as-gift': ofUse('given'),
  'not-an-address': ['INVALID_INPUT', 'address', 'not_an_address_of_the_network'],
  'own-address': ['INVALID_INPUT', 'address', 'yourself'],
  'shop-address': ['INVALID_INPUT', 'address', 'shop'],
  'no-collection': ['RECIPIENT_NOT_READY', 'address', 'no_collection'],
  'storage-full': ['RECIPIENT_NOT_READY', 'address', 'storage_full'],
}

/** Fails with the code of the first obstacle, if there is one. */
export function refuseSending([first]: TransferObstacle[]): void {
  if (first === undefined) return
  const [code, field, fault] = told[first]
  throw new AppError(code, { details: [{ field, fault }] })
}
