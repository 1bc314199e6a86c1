import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { paths } from './paths.ts'

/** Checked again by the server with the network's own checksum. */
const Address = z.string().max(40)

export const flowPrepare = endpoint(paths.flowPrepare, {
  summary:
    'A nonce of 32 bytes (hex) for the account proof: single use, 5 minutes, bound to the member when signed in.',
  output: z.object({ nonce: z.string() }),
})
export const flowSetup = endpoint(paths.flowSetup, {
  summary:
    'Whether the address must still create its collection, and the transaction its wallet is to run for it (text resolved by cadence/src, compute limit 5000).',
  body: z.strictObject({ address: Address }),
  output: z.object({
    needsSetup: z.boolean(),
    transaction: z.object({ cadence: z.string(), limit: z.int() }).nullable(),
  }),
  errors: ['INVALID_INPUT', 'WALLET_DIFFERENT_ADDRESS'],
})
export const flowAdd = endpoint(paths.flowAdd, {
  summary: 'Links the wallet by its account proof over the nonce.',
  body: z.strictObject({
    nonce: z.string().regex(/^[0-9a-f]{64}$/),
    address: Address,
    keyId: z.int().min(0).max(100_000),
    signature: z.string().regex(/^[0-9a-f]{128}$/),
    /** Further signatures of accounts whose keys weigh less than 1000 each. */
    moreSignatures: z
      .array(z.strictObject({ keyId: z.int().min(0).max(100_000), signature: z.string().regex(/^[0-9a-f]{128}$/) }))
      .max(8)
      .optional(),
    email: z.string().max(254).optional(),
  }),
  output: z.object({}),
  errors: [
    'INVALID_INPUT',
    'NONCE_NOT_FOUND',
    'WALLET_PROOF_INVALID',
    'WALLET_DIFFERENT_ADDRESS',
    'AUTHENTICATION_DUPLICATED',
    'EMAIL_EXISTS_IN_AUTH',
  ],
})
