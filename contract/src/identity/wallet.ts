import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, Uuid } from '../ids.ts'
import { limits } from '../limits.ts'
import { SessionView } from './sign-in.ts'
import { paths } from '../paths.ts'
import { AccountProof, proofFields } from './proof.ts'
import { walletChangeStates } from '../states.ts'

/** The server checks it again with the network's own checksum. */
const Address = z.string().max(40)
const Password = z.string().max(limits.passwordMost * 4)

export const flowPrepare = endpoint(paths.flowPrepare, {
  summary:
    'A nonce of 32 bytes (hex) for the account proof: single use, 5 minutes, bound to the member when signed in: linking needs one fetched with the session, signing in one without (`details` of NONCE_NOT_FOUND say so).',
  output: z.object({ nonce: z.string() }),
})
export const flowSetup = endpoint(paths.flowSetup, {
  summary:
    'Whether the address still needs a collection, and the transaction its wallet runs to create it (text resolved by cadence/src, compute limit 5000).',
  body: z.strictObject({ address: Address }),
  output: z.object({
    needsSetup: z.boolean(),
    transaction: z.object({ cadence: z.string(), limit: z.int() }).nullable(),
  }),
  errors: ['INVALID_INPUT', 'WALLET_DIFFERENT_ADDRESS'],
})
const TransactionText = z.object({
  /** With the addresses of this network. */
  cadence: z.string(),
  /** The compute limit. */
  limit: z.int(),
})
export const showWalletTransactions = endpoint(paths.showWalletTransactions, {
  summary:
    'The transactions a member’s own wallet runs, the same for everyone: `sell` takes the eight arguments of a draft, `cancel` a list of listing ids, `cancelAll` nothing, `transfer` a token id and the recipient’s address. A member who keeps a copy can run the last three without our server.',
  output: z.object({
    sell: TransactionText,
    cancel: TransactionText,
    cancelAll: TransactionText,
    transfer: TransactionText,
  }),
})
export const flowAdd = endpoint(paths.flowAdd, {
  summary: `Links the wallet by its account proof over the nonce. A first wallet needs \`password\` when the device signed in more than ${limits.freshSignInMinutes} minutes ago: AUTHENTICATION_FAILED, with the fault \`required\` when there was none; the nonce stays good.`,
  body: z.strictObject({
    ...proofFields,
    address: Address,
    email: z.string().max(254).optional(),
    password: Password.optional(),
  }),
  output: z.object({}),
  errors: [
    'INVALID_INPUT',
    'AUTHENTICATION_FAILED',
    'NONCE_NOT_FOUND',
    'WALLET_PROOF_INVALID',
    'WALLET_DIFFERENT_ADDRESS',
    'AUTHENTICATION_DUPLICATED',
    'EMAIL_EXISTS_IN_AUTH',
  ],
})
export const flowSignIn = endpoint(paths.flowSignIn, {
  summary:
    'Signs in by the account proof over a nonce that was fetched without a session; the app identifier signed must be our origin. A wallet no member has makes a member without e-mail; `isNew` says so. `termsVersion` agrees on the way, else the account says `termsOutdated`. AUTHENTICATION_FAILED: the member is banned or gone.',
  body: z.strictObject({
    ...proofFields,
    address: Address,
    /** Sent by the wallet; not used. */
    email: z.string().max(254).optional(),
    termsVersion: z.string().max(32).optional(),
    /**
     * The language chosen in this browser: becomes the language of the member's mails. A new member
     * without it gets the browser's.
     */
    locale: z.enum(['ja', 'en']).optional(),
  }),
  output: SessionView.extend({ isNew: z.boolean() }),
  errors: ['INVALID_INPUT', 'NONCE_NOT_FOUND', 'WALLET_PROOF_INVALID', 'AUTHENTICATION_FAILED', 'TERMS_OUTDATED'],
})

export const WalletChangeView = z.object({
  changeId: Uuid,
  state: z.enum(walletChangeStates),
  oldAddress: z.string(),
  newAddress: z.string(),
  requestedAt: Instant,
  /**
   * When an approved recovery takes effect; null before approval. Mints on their way may delay it a
   * little.
   */
  effectiveAt: Instant.nullable(),
})
export type WalletChangeView = z.infer<typeof WalletChangeView>

export const flowChange = endpoint(paths.flowChange, {
  summary: `Moves the link to another wallet at once, proven by both: \`current\` (the linked one) and \`next\`, each over its own nonce, fetched with the session. Ends the other sessions. WALLET_REQUIRED when none is linked, WALLET_CHANGING while a recovery is open.`,
  body: z.strictObject({
    current: AccountProof,
    next: z.strictObject({ ...proofFields, address: Address }),
  }),
  output: WalletChangeView,
  errors: [
    'INVALID_INPUT',
    'NONCE_NOT_FOUND',
    'WALLET_PROOF_INVALID',
    'WALLET_REQUIRED',
    'WALLET_CHANGING',
    'AUTHENTICATION_DUPLICATED',
  ],
})
export const flowRecovery = endpoint(paths.flowRecovery, {
  summary: `For a wallet that cannot sign any more: asks the operator to move the link to \`next\`, which is proven. Needs \`password\`: an account without one (AUTHENTICATION_FAILED) sets its first by a reset mail. Takes effect ${limits.walletCoolingHours} hours after approval; until then the member can stop it, and packs wait unopened.`,
  body: z.strictObject({
    next: z.strictObject({ ...proofFields, address: Address }),
    password: Password.optional(),
    reason: z.string().trim().max(500).optional(),
  }),
  output: WalletChangeView,
  status: 202,
  errors: [
    'INVALID_INPUT',
    'AUTHENTICATION_FAILED',
    'NONCE_NOT_FOUND',
    'WALLET_PROOF_INVALID',
    'WALLET_REQUIRED',
    'WALLET_CHANGING',
    'AUTHENTICATION_DUPLICATED',
  ],
})
export const showFlowRecovery = endpoint(paths.showFlowRecovery, {
  summary: 'The latest wallet recovery, open or closed; null when there was none.',
  output: z.object({ change: WalletChangeView.nullable() }),
})
export const cancelFlowRecovery = endpoint(paths.cancelFlowRecovery, {
  summary: 'Cancels the member’s open recovery. NOT_FOUND when none is open.',
  output: WalletChangeView,
  errors: ['NOT_FOUND'],
})
export const stopFlowRecovery = endpoint(paths.stopFlowRecovery, {
  summary:
    'Cancels a recovery with the token of the mailed link (`/wallet/recovery/cancel?token=`), without a session. TOKEN_NOTFOUND when the token is unknown or no recovery is open.',
  body: z.strictObject({ token: z.string().max(128) }),
  output: WalletChangeView,
  errors: ['TOKEN_NOTFOUND'],
})
