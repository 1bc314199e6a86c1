import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { useWords } from '../../words/use-words.ts'
import type { Ebook, Touch } from './reader.tsx'
import { pagesToLoad, spreadOf } from './reader-pages.ts'
import type { ReadingMode, Zoom } from './reader-pages.ts'
import '../../words/library-words.ts'

type BookPage = Ebook['pages'][number]
type ViewProps = { ebook: Ebook; page: number; zoom: Zoom; onRefresh: () => void; onTap: Touch }

const spreadSizes: Record<Zoom, string> = {
  1: 'size-full',
  1.5: 'size-[150%]',
  2: 'size-[200%]',
  3: 'size-[300%]',
}
const columnSizes: Record<Zoom, string> = {
  1: 'w-full max-w-[900px]',
  1.5: 'w-[150%] max-w-[1350px]',
  2: 'w-[200%] max-w-[1800px]',
  3: 'w-[300%] max-w-[2700px]',
}

/** One page, or two side by side in the direction of the book; those that come next load unseen. */
export function PageSpread({
  ebook,
  page,
  mode,
  zoom,
  hasBars,
  onRefresh,
  onTap,
}: ViewProps & { mode: ReadingMode; hasBars: boolean }) {
  const { direction, pageCount: count, pages } = ebook
  const shown = spreadOf(page, count, mode)
  const loaded = pagesToLoad(page, count, mode)
  return (
    <div
      {...onTap}
      dir={direction}
      className={classes(
        'absolute inset-x-0 overflow-auto select-none',
        hasBars ? 'top-14 bottom-16' : 'inset-y-0',
        zoom === 1 && 'touch-pan-y touch-pinch-zoom',
      )}
    >
      <div className={classes('flex items-center justify-center', spreadSizes[zoom])}>
        {pages
          .filter((each) => loaded.includes(each.page))
          .map((each) => (
            <PageImage
              key={each.page}
              page={each}
              isShown={shown.includes(each.page)}
              onRefresh={onRefresh}
              className={classes('h-full w-auto object-contain', shown.length > 1 ? 'max-w-1/2' : 'max-w-full')}
            />
          ))}
      </div>
    </div>
  )
}

/** All pages in a column; the one in the middle of the window is the place of the reader. */
export function PageColumn({
  ebook,
  page,
  zoom,
  onPage,
  onRefresh,
  onTap,
}: ViewProps & { onPage: (page: number) => void }) {
  const column = useRef<HTMLDivElement>(null)
  const inView = useRef(0)
  useEffect(() => {
    const { current } = column
    if (!current) return
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting)?.target as HTMLElement | undefined
        if (!seen) return
        inView.current = Number(seen.dataset['page'])
        onPage(inView.current)
      },
      { root: current, rootMargin: '-50% 0px -50% 0px' },
    )
    for (const each of current.querySelectorAll('[data-page]')) observer.observe(each)
    return () => observer.disconnect()
  }, [onPage])
  useEffect(() => {
    // by the bar or a key, not by scrolling
    if (page !== inView.current) column.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView()
    inView.current = page
  }, [page])
  return (
    <div ref={column} {...onTap} data-column="" className="absolute inset-0 overflow-auto">
      <div className={classes('mx-auto grid', columnSizes[zoom])}>
        {ebook.pages.map((each) => (
          <div key={each.page} data-page={each.page}>
            <PageImage page={each} isShown isLazy onRefresh={onRefresh} className="h-auto w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}

type ImageProps = { page: BookPage; isShown: boolean; isLazy?: boolean; onRefresh: () => void; className: string }
const triesMost = 3

/**
 * A page. Once it is there it keeps its address, so that a new one does not load it again; until
 * then it takes each new address.
 */
function PageImage({ page: { page, width, height, url }, isShown, isLazy = false, onRefresh, className }: ImageProps) {
  const { t } = useWords()
  const [keptUrl, setKeptUrl] = useState<string>()
  const [failures, setFailures] = useState(0)
  if (failures >= triesMost)
    return (
      <div role="alert" className={classes('place-content-center gap-3 p-6 text-center', isShown ? 'grid' : 'hidden')}>
        <p className="text-14 text-white">{t('reader.failed')}</p>
        <Button
          look="secondary"
          onClick={() => {
            setFailures(0)
            onRefresh()
          }}
        >
          {t('reader.retry')}
        </Button>
      </div>
    )
  return (
    <img
      src={keptUrl ?? url}
      alt={t('reader.alt', { page })}
      width={width}
      height={height}
      loading={isLazy ? 'lazy' : 'eager'}
      draggable={false}
      onLoad={() => setKeptUrl(keptUrl ?? url)}
      onError={() => {
        setKeptUrl(undefined)
        setFailures(failures + 1)
        onRefresh()
      }}
      className={classes(className, !isShown && 'hidden')}
    />
  )
}
