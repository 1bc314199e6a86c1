import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 bits for a header or a link: 43 letters, digits, `-` and `_`. */
export const newSecretToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret token. A fast hash is right here: 256 bits cannot be guessed. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
