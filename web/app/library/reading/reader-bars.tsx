import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Ebook } from './reader.tsx'
import { readingModes, spreadOf, zooms } from './reader-pages.ts'
import type { Act, ReadingMode, Zoom } from './reader-pages.ts'
import '../../words/library-words.ts'

const bar = 'absolute inset-x-0 z-10 flex items-center gap-2 bg-black/80 px-2 text-14 text-white transition-opacity'
/** Out of the way of the pages until a key reaches a control. */
const away = 'pointer-events-none opacity-0 focus-within:pointer-events-auto focus-within:opacity-100'

type BarProps = { mode: ReadingMode; isHidden: boolean; onAct: (act: Act) => void }
type TopProps = BarProps & { name: string; zoom: Zoom; onMode: (mode: ReadingMode) => void }

/** The name of the book, how it is shown, and the way out. */
export function TopBar({ name, mode, zoom, isHidden, onMode, onAct }: TopProps) {
  const { t } = useWords()
  return (
    <div className={classes(bar, 'top-0 min-h-14', isHidden && away)}>
      <IconButton label={t('reader.close')} onClick={() => onAct('close')} className="text-white hover:bg-white/20">
        <Icon name="close" />
      </IconButton>
      <p className="min-w-0 flex-1 truncate font-semibold">{name}</p>
      <select
        aria-label={t('reader.mode')}
        value={mode}
        onChange={(event) => onMode(event.target.value as ReadingMode)}
        className="min-h-11 rounded-field border border-white/40 bg-black px-2 text-14 text-white"
      >
        {readingModes.map((each) => (
          <option key={each} value={each}>
            {t(`reader.mode.${each}`)}
          </option>
        ))}
      </select>
      <IconButton
        label={t('reader.wider')}
        disabled={zoom === 1}
        onClick={() => onAct('wider')}
        className="text-white hover:bg-white/20"
      >
        <Icon name="minus" />
      </IconButton>
      <IconButton
        label={t('reader.closer')}
        disabled={zoom === zooms.at(-1)}
        onClick={() => onAct('closer')}
        className="text-white hover:bg-white/20"
      >
        <Icon name="plus" />
      </IconButton>
    </div>
  )
}

type BottomProps = BarProps & { ebook: Ebook; page: number; onPage: (page: number) => void }

/** Where the reader is, and every other page. Its left is forth in a book that reads from the right. */
export function BottomBar({ ebook, page, mode, isHidden, onPage, onAct }: BottomProps) {
  const { t } = useWords()
  const { direction, pageCount: count } = ebook
  const shown = spreadOf(page, count, mode)
  return (
    <div className={classes(bar, 'bottom-0 min-h-16 pb-[env(safe-area-inset-bottom)]', isHidden && away)}>
      <IconButton
        label={t(direction === 'rtl' ? 'reader.next' : 'reader.previous')}
        onClick={() => onAct(direction === 'rtl' ? 'next' : 'previous')}
        className="text-white hover:bg-white/20"
      >
        <Icon name="left" />
      </IconButton>
      <input
        type="range"
        dir={direction}
        min={1}
        max={count}
        value={page}
        aria-label={t('reader.seek')}
        aria-valuetext={t('reader.page-label', { page, count })}
        onChange={(event) => onPage(spreadOf(Number(event.target.value), count, mode)[0] ?? 1)}
        className="h-11 min-w-0 flex-1 accent-white"
      />
      <p role="status" className="tabular min-w-16 text-center whitespace-nowrap">
        <span className="sr-only">{t('reader.page-label', { page: shown.join('–'), count })}</span>
        <span aria-hidden="true">{t('reader.page', { page: shown.join('–'), count })}</span>
      </p>
      <IconButton
        label={t(direction === 'rtl' ? 'reader.previous' : 'reader.next')}
        onClick={() => onAct(direction === 'rtl' ? 'previous' : 'next')}
        className="text-white hover:bg-white/20"
      >
        <Icon name="right" />
      </IconButton>
    </div>
  )
}
