import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useWords } from '../words/use-words.ts'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

const slideMs = 6000

/**
 * Slides in a row that the finger scrolls; dots, arrows and keys move it too. It continues by
 * itself until it is paused, hovered, focused, hidden, or motion is unwanted.
 */
export function Carousel({
  label,
  slides,
}: {
  label: string
  slides: readonly { key: string; title: string; body: ReactNode }[]
}) {
  const { t } = useWords()
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [isPlaying, setIsPlaying] = useState(true)
  const [isHeld, setIsHeld] = useState(false)
  const count = slides.length

  const goTo = (index: number): void => scrollToSlide(track.current, index)

  useCurrentSlide(track, count, setCurrent)
  useAutoplay(isPlaying && !isHeld && count > 1, current, () => goTo((current + 1) % count))
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setIsPlaying(false)
  }, [])

  const handleKey = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    goTo((current + step + count) % count)
  }
  return (
    <section
      aria-roledescription={t('carousel.role')}
      aria-label={label}
      className="grid gap-2"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      onKeyDown={handleKey}
    >
      <div className="relative">
        <ul
          ref={track}
          aria-live={isPlaying && !isHeld ? 'off' : 'polite'}
          className="no-scrollbar relative flex snap-x snap-mandatory gap-4 overflow-x-auto overscroll-x-contain"
        >
          {slides.map(({ key, title, body }, index) => (
            <li
              key={key}
              aria-roledescription={t('carousel.slide')}
              aria-label={`${title} (${t('carousel.position', { number: index + 1, total: count })})`}
              inert={index !== current && count > 1 ? true : undefined}
              className="w-full shrink-0 snap-center"
            >
              {body}
            </li>
          ))}
        </ul>
        {count > 1 && <Arrows onMove={(step) => goTo((current + step + count) % count)} />}
      </div>
      {count > 1 && <Dots {...{ slides, current, isPlaying }} onGo={goTo} onToggle={() => setIsPlaying(!isPlaying)} />}
    </section>
  )
}

function scrollToSlide(list: HTMLElement | null, index: number): void {
  const slide = list?.children[index]
  if (!(list && slide instanceof HTMLElement)) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  list.scrollTo({ left: slide.offsetLeft - list.offsetLeft, behavior: isStill ? 'auto' : 'smooth' })
}

/**
 * Calls `onNext` after a slide's time while it is on and the page is visible; a slide chosen by
 * hand has its whole time.
 */
function useAutoplay(isOn: boolean, current: number, onNext: () => void): void {
  const next = useEffectEvent(onNext)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) next()
    }, slideMs)
    return () => clearInterval(timer)
  }, [isOn, current])
}

/** Follows the scrolling: the slide that fills the track is the current one. */
function useCurrentSlide(
  track: RefObject<HTMLUListElement | null>,
  count: number,
  onChange: (index: number) => void,
): void {
  useEffect(() => {
    const list = track.current
    if (!list) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) onChange([...list.children].indexOf(target))
      },
      { root: list, threshold: 0.6 },
    )
    for (const slide of list.children) observer.observe(slide)
    return () => observer.disconnect()
  }, [track, count, onChange])
}

function Arrows({ onMove }: { onMove: (step: 1 | -1) => void }) {
  const { t } = useWords()
  const look = 'bg-surface/90 shadow-float hover:bg-surface'
  // fingers swipe; arrows are for pointers
  return (
    <div className="pointer-events-none absolute inset-x-3 top-1/2 hidden -translate-y-1/2 justify-between md:hoverable:flex [&>*]:pointer-events-auto">
      <IconButton label={t('carousel.previous')} className={look} onClick={() => onMove(-1)}>
        <Icon name="left" />
      </IconButton>
      <IconButton label={t('carousel.next')} className={look} onClick={() => onMove(1)}>
        <Icon name="right" />
      </IconButton>
    </div>
  )
}

type DotsProps = {
  slides: readonly { key: string }[]
  current: number
  isPlaying: boolean
  onGo: (index: number) => void
  onToggle: () => void
}

function Dots({ slides, current, isPlaying, onGo, onToggle }: DotsProps) {
  const { t } = useWords()
  return (
    <div className="flex items-center justify-center">
      <IconButton label={t(isPlaying ? 'carousel.pause' : 'carousel.play')} onClick={onToggle}>
        <Icon name={isPlaying ? 'pause' : 'play'} className="size-5" />
      </IconButton>
      {slides.map(({ key }, index) => (
        <button
          key={key}
          type="button"
          aria-label={t('carousel.go-to', { number: index + 1 })}
          aria-current={index === current ? 'true' : undefined}
          onClick={() => onGo(index)}
          className="group inline-flex h-11 w-7 items-center justify-center"
        >
          <span
            className={classes(
              'block h-2 rounded-full transition-all',
              index === current ? 'w-5 bg-ink' : 'w-2 bg-line-strong group-hover:bg-main',
            )}
          />
        </button>
      ))}
    </div>
  )
}
