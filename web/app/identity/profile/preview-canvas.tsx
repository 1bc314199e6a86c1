import { useEffect, useRef } from 'react'

const edge = 192

/** A chosen picture as it will be cropped. Drawn, because the content security policy takes no picture from a blob address. */
export function PreviewCanvas({ file, label }: { file: File; label: string }) {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    void createImageBitmap(file).then(
      (bitmap) => {
        if (!isGone) draw(ref.current, bitmap)
        bitmap.close()
      },
      // no picture at all: saving will say so
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [file])
  return <canvas ref={ref} width={edge} height={edge} role="img" aria-label={label} className="size-full" />
}

function draw(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  const side = Math.min(bitmap.width, bitmap.height)
  const context = canvas?.getContext('2d')
  context?.clearRect(0, 0, edge, edge)
  context?.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, edge, edge)
}
