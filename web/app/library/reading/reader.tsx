import type { ApiOutput } from '@kura/contract/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import { call } from '../../platform/api.ts'
import { layerStack } from '../../ui/layer.ts'
import { useWords } from '../../words/use-words.ts'
import { PageColumn, PageSpread } from './page-views.tsx'
import { BottomBar, TopBar } from './reader-bars.tsx'
import { actOfKey, actOfSwipe, actOfTap, readingModes, spreadOf, turned, zooms } from './reader-pages.ts'
import type { Act, ReadingMode, Zoom } from './reader-pages.ts'
import '../../words/library-words.ts'

export type Ebook = ApiOutput<'showEbook'>

const modeKey = 'reader-mode'
const keepAfterMs = 800

type ReaderProps = { ebook: Ebook; onRefresh: () => void; onKept: () => void; onClose: () => void }

/** A book over the whole window. Its pages are turned by keys, taps, swipes and the bar below. */
export function Reader({ ebook, onRefresh, onKept, onClose }: ReaderProps) {
  const { pick } = useWords()
  const { direction, pageCount: count } = ebook
  // where the book was opened; another device does not turn the pages of this one
  const [page, setPage] = useState(() => Math.min(Math.max(ebook.page ?? 1, 1), count))
  const [mode, setMode] = useReadingMode()
  const [zoom, setZoom] = useState<Zoom>(1)
  const [hasBars, setHasBars] = useState(true)
  const frame = useWindowLayer()
  useKeptPlace(ebook.ownerContentId, page, onKept)
  const act = (what: Act): void => {
    if (what === 'close') onClose()
    if (what === 'next') setPage(turned(page, count, mode, 1))
    if (what === 'previous') setPage(turned(page, count, mode, -1))
    if (what === 'first') setPage(1)
    if (what === 'last') setPage(spreadOf(count, count, mode)[0] ?? count)
    if (what === 'closer') setZoom(zooms.find((each) => each > zoom) ?? zoom)
    if (what === 'wider') setZoom(zooms.findLast((each) => each < zoom) ?? zoom)
    if (what === 'whole') setZoom(1)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const isControl = event.target instanceof HTMLElement && /^(INPUT|SELECT|BUTTON)$/.test(event.target.tagName)
    if (event.ctrlKey || event.metaKey || event.altKey || (isControl && event.key !== 'Escape')) return
    const what = actOfKey(event, direction)
    if (what) act(what)
    else if (/^Arrow(Up|Down)$/.test(event.key))
      frame.current?.querySelector('[data-column]')?.scrollBy({ top: event.key === 'ArrowDown' ? 120 : -120 })
    else return
    event.preventDefault()
  }
  const touch = useTouch((what) => (what === undefined ? setHasBars(!hasBars) : act(what)), direction, zoom > 1)
  return createPortal(
    <section
      ref={frame}
      aria-label={pick(ebook.name)}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="fixed inset-0 z-[900] bg-black text-white outline-none [&_:focus-visible]:outline-white"
    >
      <TopBar name={pick(ebook.name)} mode={mode} zoom={zoom} isHidden={!hasBars} onMode={setMode} onAct={act} />
      {mode === 'scroll' ? (
        <PageColumn ebook={ebook} page={page} zoom={zoom} onPage={setPage} onRefresh={onRefresh} onTap={touch} />
      ) : (
        <PageSpread
          ebook={ebook}
          page={page}
          mode={mode}
          zoom={zoom}
          hasBars={hasBars}
          onRefresh={onRefresh}
          onTap={touch}
        />
      )}
      <BottomBar ebook={ebook} page={page} mode={mode} isHidden={!hasBars} onPage={setPage} onAct={act} />
    </section>,
    document.body,
  )
}

/** The way of reading, kept on this device: a phone shows one page, a wide window two. */
function useReadingMode(): [ReadingMode, (mode: ReadingMode) => void] {
  const [mode, setMode] = useState<ReadingMode>(() => {
    const kept = readingModes.find((each) => each === localStorage.getItem(modeKey))
    return kept ?? (window.matchMedia('(min-width: 900px)').matches ? 'double' : 'single')
  })
  return [
    mode,
    (next) => {
      localStorage.setItem(modeKey, next)
      setMode(next)
    },
  ]
}

/** Puts the reader above the page, which is still below it, and takes the keys. */
function useWindowLayer() {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const before = document.activeElement
    const root = document.documentElement
    root.classList.add('overflow-hidden')
    current.focus()
    const remove = layerStack.push(current)
    return () => {
      remove()
      root.classList.remove('overflow-hidden')
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return frame
}

/** Keeps the place a moment after the page was turned, or when the reader is closed before. */
function useKeptPlace(ownerContentId: string, page: number, onKept: () => void): void {
  const waiting = useRef<number | undefined>(undefined)
  const keep = useCallback((): void => {
    const { current } = waiting
    waiting.current = undefined
    if (current === undefined) return
    void call('keepPlace', { params: { ownerContentId }, body: { page: current } }).then(onKept)
  }, [ownerContentId, onKept])
  useEffect(() => {
    waiting.current = page
    const timer = setTimeout(keep, keepAfterMs)
    return () => clearTimeout(timer)
  }, [page, keep])
  useEffect(() => keep, [keep])
}

export type Touch = Record<'onPointerDown' | 'onPointerUp' | 'onPointerCancel', (event: PointerEvent) => void>

/** Swipes and taps. What is enlarged is moved by the finger, so only a tap in the middle counts. */
function useTouch(onAct: (act: Act | undefined) => void, direction: Ebook['direction'], isLarge: boolean): Touch {
  const start = useRef<{ x: number; y: number; id: number } | undefined>(undefined)
  return {
    onPointerDown: (event) => {
      // a second finger zooms
      start.current = event.isPrimary ? { x: event.clientX, y: event.clientY, id: event.pointerId } : undefined
    },
    onPointerCancel: () => {
      start.current = undefined
    },
    onPointerUp: (event) => {
      const from = start.current
      start.current = undefined
      if (from?.id !== event.pointerId || event.button !== 0) return
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
      const isTap = Math.hypot(dx, dy) < 8
      if (isTap && (event.target as HTMLElement).closest('button')) return
      const { left, width } = event.currentTarget.getBoundingClientRect()
      if (isTap) onAct(isLarge ? undefined : actOfTap((event.clientX - left) / width, direction))
      else if (!isLarge) {
        const what = actOfSwipe(dx, dy, direction)
        if (what) onAct(what)
      }
    },
  }
}
