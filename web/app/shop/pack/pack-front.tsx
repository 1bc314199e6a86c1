import type { Picture as PictureView } from '@kura/contract/ids'
import { classes } from '../../ui/classes.ts'
import { Picture } from '../../ui/picture.tsx'
import { useTilt } from './use-tilt.ts'

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
