import { z } from 'zod'

const Signature = z.strictObject({
  keyId: z.int().min(0).max(100_000),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
})
/**
 * An account proof over one of our nonces; `moreSignatures` for accounts that need several keys to
 * reach the weight of 1000.
 */
export const proofFields = {
  nonce: z.string().regex(/^[0-9a-f]{64}$/),
  keyId: Signature.shape.keyId,
  signature: Signature.shape.signature,
  moreSignatures: z.array(Signature).max(8).optional(),
}
export const AccountProof = z.strictObject(proofFields)
