import { useState } from 'react'
import type { FormEvent } from 'react'
import { limits } from '@kura/contract/limits'
import type { OwnProfileView } from '@kura/contract/identity/member'
import { call } from '../../platform/api.ts'
import { useWork } from '../../platform/use-work.ts'
import { failureAt, faultWord } from '../member/form-faults.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, FieldError, TextArea, TextField } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { ThumbnailField } from './thumbnail-field.tsx'
import '../../words/identity-words.ts'

const fields = ['displayName', 'description', 'thumbnail'] as const
type Errors = Partial<Record<(typeof fields)[number] | 'form', string>>

/** The member's public profile; everything is saved together, including a new picture. */
export function ProfileForm({
  profile,
  onSaved,
}: {
  profile: OwnProfileView
  onSaved: (next: OwnProfileView) => void
}) {
  const { t } = useWords()
  const [description, setDescription] = useState(profile.description)
  const [picture, setPicture] = useState<File>()
  const { isBusy, work } = useWork()
  const [errors, setErrors] = useState<Errors>({})
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = new FormData()
    body.append('displayName', String(form.get('displayName')).trim())
    body.append('description', description)
    body.append('isSubscribed', String(form.has('isSubscribed')))
    if (picture) body.append('thumbnail', picture)
    setErrors({})
    // the validated fields, and a file that their schema does not cover
    const result = await work(() => call('updateProfile', { body: body as never }))
    if (!result) return
    if (result.ok) {
      setPicture(undefined)
      onSaved(result.data)
      toasts.show({ status: 'success', title: t('own-profile.saved') })
      return
    }
    const { field = 'form', code } = failureAt(result.body, fields, {
      UPLOAD_TOO_LARGE: 'thumbnail',
      UNSUPPORTED_MEDIA: 'thumbnail',
    })
    const isText = field === 'displayName' || field === 'description'
    setErrors({ [field]: t(isText ? (faultWord(result.body) ?? 'own-profile.invalid') : `error.${code}`) })
  }
  return (
    <form
      method="post"
      noValidate
      className="grid gap-6 rounded-card border border-line bg-surface p-5 sm:p-6"
      onSubmit={(event) => void handleSubmit(event)}
    >
      <ThumbnailField
        profile={profile}
        picture={picture}
        error={errors.thumbnail}
        onChoose={(file, error) => {
          setPicture(file)
          setErrors({ ...errors, thumbnail: error && t(`error.${error}`) } as Errors)
        }}
        onDeleted={onSaved}
      />
      <TextField
        label={t('member.display-name')}
        name="displayName"
        defaultValue={profile.displayName}
        maxLength={limits.displayNameMost}
        autoComplete="nickname"
        hint={t('member.display-name-hint', { most: limits.displayNameMost })}
        error={errors.displayName}
      />
      <TextArea
        label={t('own-profile.description')}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        maxLength={limits.descriptionMost}
        hint={t('own-profile.description-count', { count: description.length, most: limits.descriptionMost })}
        error={errors.description}
      />
      <Checkbox name="isSubscribed" defaultChecked={profile.isSubscribed} label={t('member.newsletter')} />
      <FieldError error={errors.form} />
      <div>
        <Button type="submit" size="lg" isBusy={isBusy}>
          {t('own-profile.save')}
        </Button>
      </div>
    </form>
  )
}
