import { useLocation, useNavigate } from 'react-router'
import { call } from '../../platform/api.ts'
import { links, withRedirect } from '../../platform/links.ts'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { useWork } from '../../platform/use-work.ts'
import { classes } from '../../ui/classes.ts'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { useMarks } from './use-marks.ts'
import '../../words/fan-words.ts'

type Kind = 'item' | 'series' | 'pack'
export type HeartProps = {
  kind: Kind
  id: string
  /** What is kept in mind, for screen readers. */
  name: string
  /** A word and how many keep it in mind next to the heart. */
  isWide?: boolean
}

const bodyOf = (kind: Kind, id: string) =>
  kind === 'item' ? { itemId: id } : kind === 'series' ? { seriesId: id } : { packId: id }

/** Keeps a thing in mind, or no more: it shows at once, and goes back if the server refuses. */
export function HeartButton({ kind, id, name, isWide = false }: HeartProps) {
  const { t } = useWords()
  const isMember = useSession() !== undefined
  const marks = useMarks()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { work } = useWork()
  const count = useCall('countMarks', isWide ? { params: { kind, subject: id } } : null, { revalidateOnFocus: false })
  const mark = marks.find('favorite', kind, id)
  const isOn = mark !== undefined

  const handleClick = async (): Promise<void> => {
    if (!isMember) return void navigate(withRedirect(links.login, pathname + search))
    await work(async () => {
      const next = isOn ? undefined : { mark: 'favorite' as const, kind, id, noticeBelowYen: null }
      marks.show('favorite', kind, id, next)
      const result = isOn
        ? await call('deleteFavorite', { params: { itemId: id }, query: { kind } })
        : await call('addFavorite', { body: bodyOf(kind, id) })
      if (result.ok) return void count.mutate()
      marks.show('favorite', kind, id, mark)
      toasts.show({ status: 'error', title: t(`error.${result.body.errorCode}`) })
    })
  }

  const favorites = count.data?.favorites ?? 0
  return (
    <span className="inline-flex items-center gap-2">
      <button
        type="button"
        aria-pressed={isOn}
        aria-label={t(isOn ? 'favorite.remove' : 'favorite.add', { name })}
        onClick={() => void handleClick()}
        className={classes(
          'inline-flex min-h-11 min-w-11 items-center justify-center rounded-full transition-colors',
          isWide
            ? 'gap-2 border border-line bg-surface px-4 text-14 font-medium text-ink hover:border-line-strong'
            : 'bg-surface/85 text-ink hover:bg-surface',
          isOn && 'text-attention-text',
        )}
      >
        <HeartShape isFull={isOn} />
        {isWide && <span aria-hidden="true">{t('favorite.label')}</span>}
      </button>
      {isWide && favorites > 0 && (
        <span className="tabular text-12 text-sub-text">{t('favorite.count', { count: favorites })}</span>
      )}
    </span>
  )
}

/** The heart of the icons, which can be full. */
const HeartShape = ({ isFull }: { isFull: boolean }) => (
  <svg viewBox="0 0 24 24" className="size-5 shrink-0" aria-hidden="true" focusable="false">
    <path
      d="M12 19.5S4.5 15 4.5 9.6A4 4 0 0 1 12 7.7a4 4 0 0 1 7.5 1.9C19.5 15 12 19.5 12 19.5Z"
      fill={isFull ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
    />
  </svg>
)
