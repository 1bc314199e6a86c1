import { FlowAddress, Uuid } from '@kura/contract/ids'
import { findEmail } from '../../identity/member/email-address.ts'

/**
 * The canonical form of a recipient of an airdrop: an e-mail address, a Flow address or a member's
 * id. Undefined when it is none.
 */
export function readWho(text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  if (FlowAddress.safeParse(plain).success || Uuid.safeParse(plain).success) return plain
  return findEmail(plain)
}
