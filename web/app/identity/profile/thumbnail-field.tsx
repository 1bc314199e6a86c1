import { useEffect, useId, useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import type { ErrorCode } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { OwnProfileView } from '@kura/contract/identity/member'
import { call } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { dialogs } from '../../ui/dialog-queue.ts'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'

const types = ['image/jpeg', 'image/png', 'image/webp']

type ThumbnailProps = {
  profile: OwnProfileView
  /** Chosen and not saved yet. */
  picture: File | undefined
  error: string | undefined
  onChoose: (file: File | undefined, error?: ErrorCode) => void
  onDeleted: (profile: OwnProfileView) => void
}

/** The profile picture: the current one, the chosen one, and a button to remove it. */
export function ThumbnailField({ profile, picture, error, onChoose, onDeleted }: ThumbnailProps) {
  const { t } = useWords()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isDeleting, setIsDeleting] = useState(false)
  useEffect(() => {
    // the same file can be chosen again
    if (!picture && input.current) input.current.value = ''
  }, [picture])
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.target.files ?? []
    if (!file) return
    if (!types.includes(file.type)) return onChoose(undefined, 'UNSUPPORTED_MEDIA')
    return file.size > limits.thumbnailBytes ? onChoose(undefined, 'UPLOAD_TOO_LARGE') : onChoose(file)
  }
  const handleDelete = async (): Promise<void> => {
    const isSure = await dialogs.confirm({
      description: t('own-profile.picture-delete-confirm'),
      confirmTitle: t('own-profile.picture-delete'),
    })
    if (!isSure) return
    setIsDeleting(true)
    const result = await call('deleteThumbnail', {})
    setIsDeleting(false)
    if (!result.ok) return onChoose(undefined, result.body.errorCode)
    onDeleted(result.data)
    toasts.show({ status: 'success', title: t('own-profile.picture-deleted') })
  }
  return (
    <div className="grid gap-3">
      <p className="text-14 leading-label font-medium text-ink">{t('own-profile.picture')}</p>
      <div className="flex flex-wrap items-center gap-4">
        <span className="flex size-24 shrink-0 items-center justify-center overflow-hidden rounded-full bg-ground text-sub">
          <Shown profile={profile} picture={picture} />
        </span>
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" onClick={() => input.current?.click()} aria-describedby={`${id}-hint`}>
            {t('own-profile.picture-choose')}
          </Button>
          {picture ? (
            <Button look="quiet" onClick={() => onChoose(undefined)}>
              {t('own-profile.picture-undo')}
            </Button>
          ) : (
            profile.thumbnail && (
              <Button look="danger" isBusy={isDeleting} onClick={() => void handleDelete()}>
                {t('own-profile.picture-delete')}
              </Button>
            )
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={types.join(',')}
        aria-label={t('own-profile.picture-choose')}
        tabIndex={-1}
        className="sr-only"
        onChange={handleChange}
      />
      <p id={`${id}-hint`} className="text-12 text-sub-text">
        {t('own-profile.picture-hint')}
      </p>
      <FieldError error={error} />
    </div>
  )
}

function Shown({ profile, picture }: { profile: OwnProfileView; picture: File | undefined }) {
  const { t } = useWords()
  if (picture) return <PreviewCanvas file={picture} label={t('own-profile.picture-preview')} />
  if (profile.thumbnail)
    return <Picture picture={profile.thumbnail} alt={t('own-profile.picture')} sizes="96px" className="w-full" />
  return (
    <>
      <Icon name="person" className="size-10" />
      <span className="sr-only">{t('own-profile.picture-none')}</span>
    </>
  )
}

const edge = 192

/**
 * A preview of the cropped picture. Drawn on a canvas, because the content security policy blocks
 * blob addresses.
 */
function PreviewCanvas({ file, label }: { file: File; label: string }) {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    void createImageBitmap(file).then(
      (bitmap) => {
        if (!isGone) draw(ref.current, bitmap)
        bitmap.close()
      },
      // not a picture: saving will report it
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [file])
  return <canvas ref={ref} width={edge} height={edge} role="img" aria-label={label} className="size-full" />
}

function draw(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  const side = Math.min(bitmap.width, bitmap.height)
  const context = canvas?.getContext('2d')
  context?.clearRect(0, 0, edge, edge)
  context?.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, edge, edge)
}
