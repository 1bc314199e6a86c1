export type BuyerInput = { by: 'id'; userId: string } | { by: 'address'; flowAddress: string }

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
const address = /\b0x[0-9a-f]{16}\b/

/** Whom somebody means: a member's id, a wallet's address, or the address of a profile page, which names the wallet. */
export function readBuyer(text: string): BuyerInput | undefined {
  const typed = text.normalize('NFKC').trim().toLowerCase()
  const [flowAddress] = address.exec(typed) ?? []
  if (flowAddress !== undefined) return { by: 'address', flowAddress }
  const [userId] = uuid.exec(typed) ?? []
  return userId === undefined ? undefined : { by: 'id', userId }
}
