import type { Picture as PictureView } from '@kura/contract/ids'
import type { PointerEvent } from 'react'
import { classes } from '../../ui/classes.ts'
import { Picture } from '../../ui/picture.tsx'

type PackFrontProps = { picture: PictureView; sizes: string; isEnded?: boolean; isFirst?: boolean; className?: string }

/** The front of a pack as a foil pouch that leans towards the pointer or the finger. */
export function PackFront({ picture, sizes, isEnded = false, isFirst = false, className }: PackFrontProps) {
  const tilt = useTilt()
  return (
    <div className={classes('pack-stage w-full', className)} {...tilt}>
      <div className="pack-body" data-ended={isEnded ? '' : undefined}>
        <div className="pack-face">
          <Picture picture={picture} alt="" sizes={sizes} isFirst={isFirst} />
        </div>
      </div>
    </div>
  )
}

/** Degrees at the edge: enough to feel the foil, not enough to read badly. */
const most = 11

type Handlers = { onPointerMove: (event: PointerEvent<HTMLElement>) => void; onPointerLeave: Leave; onPointerUp: Leave }
type Leave = (event: PointerEvent<HTMLElement>) => void

/**
 * Leans the `.pack-body` inside towards the pointer, by variables set from script: a style
 * attribute in the page would be refused by the content security policy. Reduced motion is
 * respected by CSS.
 */
function useTilt(): Handlers {
  return { onPointerMove: lean, onPointerLeave: rest, onPointerUp: rest }
}

function lean(event: PointerEvent<HTMLElement>): void {
  const body = bodyOf(event)
  if (!body) return
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
  const x = (event.clientX - left) / width
  const y = (event.clientY - top) / height
  body.dataset['tilting'] = ''
  body.style.setProperty('--tilt-y', `${((x - 0.5) * 2 * most).toFixed(1)}deg`)
  body.style.setProperty('--tilt-x', `${((0.5 - y) * 2 * most).toFixed(1)}deg`)
  body.style.setProperty('--sheen', `${Math.round(x * 120 - 10)}%`)
}

function rest(event: PointerEvent<HTMLElement>): void {
  const body = bodyOf(event)
  if (!body) return
  delete body.dataset['tilting']
  for (const name of ['--tilt-x', '--tilt-y', '--sheen']) body.style.removeProperty(name)
}

const bodyOf = (event: PointerEvent<HTMLElement>): HTMLElement | null =>
  event.currentTarget.querySelector<HTMLElement>('.pack-body')
