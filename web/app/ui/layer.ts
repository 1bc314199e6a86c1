/**
 * The windows above the page, lowest first. They use the page's own layers, not the browser's top
 * layer: toasts and third-party parts (the captcha's challenge, a wallet) must stay visible and
 * usable above them.
 */
type Part = { inert: boolean }

/** Keeps everything below the highest window inert; `readFrame` finds the page itself. */
export function makeLayerStack(readFrame: () => Part | null) {
  let layers: readonly Part[] = []
  const change = (next: readonly Part[]): void => {
    layers = next
    const frame = readFrame()
    if (frame) frame.inert = layers.length > 0
    for (const layer of layers) layer.inert = layer !== layers.at(-1)
  }
  return {
    /** Puts a window on top; the returned function removes it from any position. */
    push(layer: Part): () => void {
      change([...layers.filter((each) => each !== layer), layer])
      return () => {
        layer.inert = false
        change(layers.filter((each) => each !== layer))
      }
    },
    isTop: (layer: Part): boolean => layers.at(-1) === layer,
  }
}

/** The windows of this page. */
export const layerStack = makeLayerStack(() => document.getElementById(pageFrameId))

/** The page below everything that floats: what is inert while a window is open. */
export const pageFrameId = 'page-frame'
