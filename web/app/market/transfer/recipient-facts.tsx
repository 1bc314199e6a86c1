import { Fact, Facts } from '../../ui/section.tsx'
import { languageOf, useWords } from '../../words/use-words.ts'
import { inGroups } from './read-address.ts'
import '../../words/transfer-words.ts'

type RecipientFactsProps = {
  address: string
  recipient: { displayName: string } | null
  /** Words that go along, where there are any. */
  message?: { name: string; text: string } | undefined
}

/** To whom something goes: the name where there is one, and the address in groups that can be compared. */
export function RecipientFacts({ address, recipient, message }: RecipientFactsProps) {
  const { t } = useWords()
  const name = recipient?.displayName
  return (
    <Facts>
      <Fact name={t('transfer.to')}>
        <div className="grid gap-1">
          <p className="text-16 font-semibold" lang={name === undefined ? undefined : languageOf(name)}>
            {recipient ? name || t('profile.anonymous') : t('transfer.recipient-none')}
          </p>
          <p className="font-mono text-14 break-words" aria-label={address}>
            {inGroups(address)}
          </p>
        </div>
      </Fact>
      {message && message.text !== '' && (
        <Fact name={message.name}>
          <p className="whitespace-pre-line" lang={languageOf(message.text)}>
            {message.text}
          </p>
        </Fact>
      )}
    </Facts>
  )
}
