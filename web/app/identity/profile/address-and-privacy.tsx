import { useState } from 'react'
import type { FormEvent } from 'react'
import type { OwnProfileView } from '@kura/contract/identity/member'
import { call } from '../../platform/api.ts'
import { formatMoment } from '../../platform/format.ts'
import { useSite } from '../../platform/use-site.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, FieldError, TextField } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/fan-words.ts'

type Props = { profile: OwnProfileView; onSaved: (next: OwnProfileView) => void }
const panel = 'grid gap-4 rounded-card border border-line bg-surface p-5 sm:p-6'

/** The readable address of the own profile. */
export function HandleForm({ profile, onSaved }: Props) {
  const { t, language } = useWords()
  const site = useSite()
  const [typed, setTyped] = useState(profile.handle ?? '')
  const [error, setError] = useState<string>()
  const { isBusy, work } = useWork()
  const handle = typed.normalize('NFKC').trim().replace(/^@/, '').toLowerCase()
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    setError(undefined)
    const result = await work(() => call('setHandle', { body: { handle } }))
    if (!result) return
    if (result.ok) {
      onSaved(result.data)
      toasts.show({ status: 'success', title: t('handle.saved') })
      return
    }
    const { errorCode } = result.body
    setError(
      errorCode === 'INVALID_INPUT'
        ? t('handle.reserved')
        : errorCode === 'INVALID_REQUEST_FORMAT'
          ? t('handle.invalid')
          : t(`error.${errorCode}`),
    )
  }
  const { handleRestsUntil } = profile
  return (
    <form method="post" noValidate className={panel} onSubmit={(event) => void handleSubmit(event)}>
      <h2 className="text-18">{t('handle.title')}</h2>
      <TextField
        label={t('handle.label')}
        name="handle"
        value={typed}
        maxLength={21}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        hint={t('handle.hint')}
        error={error}
      />
      <p className="font-mono text-12 break-all text-main">{`${site.publicUrl}/u/${handle}`}</p>
      <p className="text-12 text-sub-text">
        {handleRestsUntil === null
          ? t('handle.rule')
          : t('handle.resting', { at: formatMoment(handleRestsUntil, language) })}
      </p>
      <div>
        <Button type="submit" look="secondary" isBusy={isBusy} disabled={handle === '' || handle === profile.handle}>
          {t('handle.save')}
        </Button>
      </div>
    </form>
  )
}

const switches = [
  { field: 'showsCollection', word: 'privacy.collection' },
  { field: 'showsFollows', word: 'privacy.follows' },
  { field: 'showsFavorites', word: 'privacy.favorites' },
] as const

/** What the profile shows to others; a switch is saved as it is pressed. */
export function PrivacyForm({ profile, onSaved }: Props) {
  const { t } = useWords()
  const [error, setError] = useState<string>()
  const { work } = useWork()
  const change = async (field: (typeof switches)[number]['field'], isOn: boolean): Promise<void> => {
    setError(undefined)
    onSaved({ ...profile, [field]: isOn })
    const result = await work(() => call('updateProfile', { body: { [field]: isOn } }))
    if (!result) return
    onSaved(result.ok ? result.data : profile)
    if (result.ok) toasts.show({ id: 'privacy', status: 'success', title: t('privacy.saved') })
    else setError(t(`error.${result.body.errorCode}`))
  }
  return (
    <fieldset className={panel}>
      <legend className="sr-only">{t('privacy.settings')}</legend>
      <h2 className="text-18" aria-hidden="true">
        {t('privacy.settings')}
      </h2>
      {switches.map(({ field, word }) => (
        <Checkbox
          key={field}
          name={field}
          checked={profile[field]}
          onChange={(event) => void change(field, event.target.checked)}
          label={t(word)}
        />
      ))}
      <p className="text-12 text-sub-text">{t('privacy.chain')}</p>
      <FieldError error={error} />
    </fieldset>
  )
}
