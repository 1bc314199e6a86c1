import type { ReactNode } from 'react'
import type { Picture as PictureView } from '@kura/contract/ids'
import { Picture } from './picture.tsx'

/**
 * The page of one thing: its picture, next to it what can be done (sticky from 900 px on, below the
 * picture on a phone), then all the rest.
 */
export function LeadLayout({ lead, aside, children }: { lead: ReactNode; aside: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-8 md:grid-cols-[minmax(0,1fr)_380px] md:grid-rows-[auto_1fr] md:gap-x-12 md:gap-y-10">
      <div className="min-w-0">{lead}</div>
      <div className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-1">
        <div className="grid gap-6 md:sticky md:top-24">{aside}</div>
      </div>
      <div className="grid min-w-0 content-start gap-10">{children}</div>
    </div>
  )
}

/** The picture a page is about: whole, as large as the screen allows, on a tint of its colour. */
export function LeadPicture({ picture, alt }: { picture: PictureView; alt: string }) {
  const ratio = picture.height / picture.width
  // a tall one is narrower, so that it is seen whole without scrolling
  const place =
    ratio < 1
      ? 'relative p-4 sm:p-8'
      : ratio > 1.2
        ? 'relative mx-auto w-[min(72%,460px)] py-8 md:py-12'
        : 'relative mx-auto w-[min(78%,560px)] py-8 md:py-12'
  return (
    <div className="relative -mx-4 overflow-hidden bg-ground sm:mx-0 sm:rounded-card">
      <svg className="absolute inset-0 size-full" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 1 1">
        <rect width="1" height="1" fill={picture.colour} fillOpacity="0.14" />
      </svg>
      <div className={place}>
        <Picture
          picture={picture}
          alt={alt}
          sizes="(width >= 900px) 640px, 90vw"
          isFirst
          className="rounded-[4px] shadow-float"
        />
      </div>
    </div>
  )
}

/** The buy box of a phone: sticks to the bottom of the screen, above the safe area. */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-float md:hidden">
      <div className="page flex min-h-16 items-center gap-4 py-2">{children}</div>
    </div>
  )
}
