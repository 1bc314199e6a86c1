import type { Translate } from '../../words/use-words.ts'
import '../../words/transfer-words.ts'

/** To whom something was sent: a member by name, anybody else by the address of a wallet or a mailbox. */
export function sentToText(
  { recipient, place }: { recipient: { displayName: string } | null; place: string },
  t: Translate,
): string {
  const name = recipient?.displayName ?? ''
  return name === '' ? t('transfer.to.place', { place }) : t('transfer.to.named', { name })
}
