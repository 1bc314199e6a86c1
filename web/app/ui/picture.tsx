import type { ReactNode } from 'react'
import type { Picture as PictureView } from '@kura/contract/ids'
import { classes } from './classes.ts'

const address = (picture: PictureView, width: number, kind: 'avif' | 'webp'): string =>
  `/images/media/${picture.id}-${width}.${kind}`

const sourceSet = (picture: PictureView, kind: 'avif' | 'webp'): string =>
  picture.sizes.map((width) => `${address(picture, width, kind)} ${width}w`).join(', ')

type PictureProps = {
  picture: PictureView
  alt: string
  /** How wide it is shown, as the `sizes` attribute takes it. */
  sizes: string
  className?: string | undefined
  /** True for the picture a page leads with: it loads at once. */
  isFirst?: boolean
}

/**
 * A picture in its own ratio on its own colour. The ground is an SVG of the picture's size: it
 * holds the place and the colour without a style attribute, which the content security policy would
 * refuse.
 */
export function Picture({ picture, alt, sizes, className, isFirst = false }: PictureProps) {
  const middle = picture.sizes[Math.floor(picture.sizes.length / 2)] ?? picture.sizes[0]
  return (
    <span className={classes('relative block overflow-hidden', className)}>
      <svg viewBox={`0 0 ${picture.width} ${picture.height}`} className="block h-auto w-full" aria-hidden="true">
        <rect width={picture.width} height={picture.height} fill={picture.colour} />
      </svg>
      {middle !== undefined && (
        <picture>
          <source type="image/avif" srcSet={sourceSet(picture, 'avif')} sizes={sizes} />
          <img
            src={address(picture, middle, 'webp')}
            srcSet={sourceSet(picture, 'webp')}
            sizes={sizes}
            alt={alt}
            width={picture.width}
            height={picture.height}
            loading={isFirst ? 'eager' : 'lazy'}
            fetchPriority={isFirst ? 'high' : 'auto'}
            decoding="async"
            className="absolute inset-0 size-full"
          />
        </picture>
      )}
    </span>
  )
}

/**
 * A picture hung in a frame of four to five, whole, on a tint of its own colour: what every card of
 * a grid shows.
 */
export function FramedPicture({ picture, alt, sizes, isFirst = false }: Omit<PictureProps, 'className'>) {
  // inside the padding the frame is 82 to 107
  const isTall = picture.height * 82 > picture.width * 107
  return (
    <span className="relative flex aspect-4/5 items-center justify-center overflow-hidden rounded-card bg-ground p-[9%]">
      <svg className="absolute inset-0 size-full" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 1 1">
        <rect width="1" height="1" fill={picture.colour} fillOpacity="0.16" />
      </svg>
      <FrameFit isTall={isTall} picture={picture}>
        <Picture picture={picture} alt={alt} sizes={sizes} isFirst={isFirst} className="rounded-[3px]" />
      </FrameFit>
    </span>
  )
}

/**
 * Narrows a picture taller than its frame until it fits, by an SVG of its ratio that is as high as
 * the frame.
 */
function FrameFit({ isTall, picture, children }: { isTall: boolean; picture: PictureView; children: ReactNode }) {
  if (!isTall) return <span className="relative block w-full drop-shadow-md">{children}</span>
  return (
    <span className="relative block h-full drop-shadow-md">
      <svg viewBox={`0 0 ${picture.width} ${picture.height}`} className="block h-full w-auto" aria-hidden="true" />
      <span className="absolute inset-0">{children}</span>
    </span>
  )
}
