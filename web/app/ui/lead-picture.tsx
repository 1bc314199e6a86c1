import type { Picture as PictureView } from '@kura/contract/ids'
import { Picture } from './picture.tsx'

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
