/** A stream in a video element. */
export type AttachedStream = { setDescription: (isOn: boolean) => void; detach: () => void }

type SoundTrack = { label: string; enabled: boolean }
type NativeVideo = HTMLVideoElement & { audioTracks?: ArrayLike<SoundTrack> }

/**
 * Plays an HLS stream from `second`. The library is loaded when it is needed; Safari of a phone plays
 * by itself. `onFailed` is called when the stream was cut: the caller finds out why.
 */
export async function attachStream(
  element: HTMLVideoElement,
  { url, second, onFailed }: { url: string; second: number; onFailed: () => void },
): Promise<AttachedStream> {
  const { default: Hls } = await import('hls.js')
  if (!Hls.isSupported()) return attachNative(element, { url, second, onFailed })
  // a worker would need a script from a blob, which our pages do not allow
  const hls = new Hls({ enableWorker: false, startPosition: second, maxBufferLength: 30, capLevelToPlayerSize: true })
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (fatal) onFailed()
  })
  hls.loadSource(url)
  hls.attachMedia(element)
  const setDescription = (isOn: boolean): void => {
    const at = hls.audioTracks.findIndex(({ name }) => (name === 'description') === isOn)
    if (at >= 0 && hls.audioTrack !== at) hls.audioTrack = at
  }
  return { setDescription, detach: () => hls.destroy() }
}

function attachNative(
  element: NativeVideo,
  { url, second, onFailed }: { url: string; second: number; onFailed: () => void },
): AttachedStream {
  const start = (): void => {
    element.currentTime = second
  }
  element.addEventListener('error', onFailed)
  element.addEventListener('loadedmetadata', start, { once: true })
  element.src = url
  return {
    setDescription: (isOn) => {
      for (const track of Array.from(element.audioTracks ?? []))
        track.enabled = (track.label === 'description') === isOn
    },
    detach: () => {
      element.removeEventListener('error', onFailed)
      element.removeEventListener('loadedmetadata', start)
      element.removeAttribute('src')
      element.load()
    },
  }
}
