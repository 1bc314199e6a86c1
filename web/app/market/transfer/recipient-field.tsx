import type { ErrorCode } from '@kura/contract/errors'
import type { Language } from '../../platform/preferences.ts'
import { useSite } from '../../platform/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { languageOf, useWords, joinSentences } from '../../words/use-words.ts'
import type { Translate } from '../../words/use-words.ts'
import { obstacleOf } from './obstacle.ts'
import { readAddress, inGroups } from './recipient.ts'
import type { TypedAddress, Way } from './recipient.ts'
import '../../words/transfer-words.ts'
import { Fact, Facts } from '../../ui/section.tsx'

type RecipientFieldProps = {
  text: string
  onChange: (text: string) => void
  /** The result of the check; undefined while it runs. */
  way: Way | undefined
  /** Why the check failed. */
  failure: ErrorCode | undefined
  onRetry: () => void
  /** Whether the member tried to continue: then missing input is shown, too. */
  isTried: boolean
}

/**
 * The recipient's wallet: checksum and network are checked while typing, then whether it can
 * receive, and whose it is.
 */
export function RecipientField({ text, onChange, way, failure, onRetry, isTried }: RecipientFieldProps) {
  const { t, language } = useWords()
  const { flow } = useSite()
  const typed = readAddress(text, flow.network)
  const known = typed.status === 'right' && way?.address === typed.address ? way : undefined
  return (
    <div className="grid gap-2" data-field="address">
      <TextField
        label={t('transfer.address')}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={300}
        placeholder="0x"
        hint={t('transfer.address-hint')}
        error={failure ? t(`error.${failure}`) : faultOf(typed, known, isTried, t, language)}
        isRequired
      />
      <p role="status" className="flex items-start gap-2 text-14 text-ink empty:hidden">
        {typed.status === 'right' && failure === undefined && <Found way={known} />}
      </p>
      {failure !== undefined && (
        <div>
          <Button
            look="secondary"
            onClick={(event) => {
              // the button disappears with the failure, and the focus would, too
              event.currentTarget.closest('[data-field]')?.querySelector('input')?.focus()
              onRetry()
            }}
          >
            {t('transfer.ask-again')}
          </Button>
        </div>
      )}
    </div>
  )
}

function faultOf(
  typed: TypedAddress,
  way: Way | undefined,
  isTried: boolean,
  t: Translate,
  language: Language,
): string | undefined {
  if (typed.status === 'mistyped' || typed.status === 'other-network') return t(`transfer.address-${typed.status}`)
  if (typed.status === 'empty') return isTried ? t('transfer.address-missing') : undefined
  if (typed.status === 'short') return isTried ? t('transfer.address-short') : undefined
  const obstacle = obstacleOf(way?.obstacles, 'address')
  if (!obstacle) return undefined
  const said = t(`transfer.obstacle.${obstacle}`)
  return obstacle === 'storage-full' && way?.storage
    ? joinSentences([said, storageText(way.storage, t)], language)
    : said
}

const inKb = (bytes: number): string => (bytes / 1000).toFixed(1)

const storageText = ({ used, capacity }: NonNullable<Way['storage']>, t: Translate): string =>
  t('transfer.storage', { used: inKb(used), capacity: inKb(capacity) })

function Found({ way }: { way: Way | undefined }) {
  const { t } = useWords()
  if (!way) return t('transfer.asking')
  if (obstacleOf(way.obstacles, 'address')) return null
  if (!way.recipient)
    return (
      <>
        <Icon name="info" className="mt-0.5 size-5 shrink-0 text-indigo-text" />
        <span>{t('transfer.recipient-stranger')}</span>
      </>
    )
  const name = way.recipient.displayName
  return (
    <>
      <Icon name="person" className="mt-0.5 size-5 shrink-0 text-success-text" />
      <span lang={languageOf(name)}>
        {name === '' ? t('transfer.recipient-nameless') : t('transfer.recipient', { name })}
      </span>
    </>
  )
}

type RecipientFactsProps = {
  address: string
  recipient: { displayName: string } | null
  /** Words that go along, where there are any. */
  message?: { name: string; text: string } | undefined
}

/** A recipient: the name, if any, and the address in groups for comparing. */
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
