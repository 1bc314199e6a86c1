import { agentLimit, transaction } from './door.ts'
import { integer, string } from './json-cdc.ts'
import { hashCodes, signatureCodes, type PublicKey } from './sign.ts'

const keyArguments = (input: { key: PublicKey; keyCount: number }) => [
  string(input.key.publicKey),
  integer('UInt8', signatureCodes[input.key.signatureAlgorithm]),
  integer('UInt8', hashCodes[input.key.hashAlgorithm]),
  integer('Int', input.keyCount),
]

/** Creates an account with `keyCount` keys over one public key, paid by the signer. */
export const createAccount = transaction('account/create', agentLimit, keyArguments)

/** Adds `keyCount` keys over one public key to the signer's account. */
export const addKeys = transaction('account/add-keys', agentLimit, keyArguments)

/** Puts a contract into the signer's account or updates it. */
export const deployContract = transaction(
  'account/deploy-contract',
  agentLimit,
  (input: { name: string; code: string }) => [string(input.name), string(input.code)],
)

/**
 * Puts SalePermission into the signer's account; `chainId` is what its messages will name for ever.
 */
export const deploySalePermission = transaction(
  'account/deploy-sale-permission',
  agentLimit,
  (input: { code: string; chainId: string }) => [string(input.code), string(input.chainId)],
)
