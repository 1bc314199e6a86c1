import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { call } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import { attachStream } from './attach-stream.ts'
import type { AttachedStream } from './attach-stream.ts'
import { actOfPlayerKey, speedNear, speeds } from './player-keys.ts'
import type { PlayerAct } from './player-keys.ts'
import type { Watching } from './use-watching.ts'
import '../../words/library-words.ts'

const checkMs = 10_000
const skipSeconds = 5
/** So near to the end it begins again. */
const endSeconds = 3

type PlayerProps = { watching: Watching; onCheck: (isCut?: boolean) => Promise<void>; onKept: () => void }

/** A video with captions, speed, picture-in-picture and the sound that describes it. */
export function Player({ watching, onCheck, onKept }: PlayerProps) {
  const { t, pick, language } = useWords()
  const { video } = watching
  const element = useRef<HTMLVideoElement>(null)
  const [captions, setCaptions] = useState('')
  const [speed, setSpeed] = useState(1)
  const [isDescribed, setIsDescribed] = useState(false)
  const attached = useStream(element, watching, onCheck)
  useKeptSecond(element, watching, { onCheck, onKept })
  useEffect(() => {
    setSpeedOf(element.current, speed)
  }, [speed])
  useEffect(() => attached?.setDescription(isDescribed), [attached, isDescribed])
  useEffect(() => {
    showCaptions(element.current, captions)
  }, [captions, attached])
  const act = (what: PlayerAct): void => {
    const { current } = element
    if (!current) return
    control(current, what, video.seconds)
    if (what === 'captions') setCaptions(captions === '' ? firstCaptions(video.captions, language) : '')
    if (what === 'description') setIsDescribed(!isDescribed && video.hasDescription)
    if (what === 'slower') setSpeed(speedNear(speed, -1))
    if (what === 'faster') setSpeed(speedNear(speed, 1))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const isControl = event.target instanceof HTMLElement && /^(INPUT|SELECT|BUTTON|A)$/.test(event.target.tagName)
    const what = actOfPlayerKey(event.key)
    if (!what || isControl || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act(what)
  }
  return (
    <section aria-label={pick(video.name)} onKeyDown={onKeyDown} className="grid gap-3">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a track for each language that the work has */}
      <video
        ref={element}
        controls
        playsInline
        poster={video.posterUrl ?? undefined}
        aria-label={pick(video.name)}
        className="aspect-video w-full rounded-card bg-black"
      >
        {video.captions.map((each) => (
          <track
            key={each.language}
            kind="captions"
            src={each.url}
            srcLang={each.language}
            label={languageName(each.language)}
          />
        ))}
      </video>
      <div className="flex flex-wrap items-end gap-3">
        {video.captions.length > 0 && (
          <Choice label={t('watch.captions')} value={captions} onValue={setCaptions}>
            <option value="">{t('watch.captions.off')}</option>
            {video.captions.map((each) => (
              <option key={each.language} value={each.language}>
                {languageName(each.language)}
              </option>
            ))}
          </Choice>
        )}
        <Choice label={t('watch.speed')} value={String(speed)} onValue={(value) => setSpeed(Number(value))}>
          {speeds.map((each) => (
            <option key={each} value={each}>
              {t('watch.speed.times', { speed: each })}
            </option>
          ))}
        </Choice>
        {video.hasDescription && (
          <Choice
            label={t('watch.sound')}
            value={isDescribed ? 'description' : 'sound'}
            onValue={(value) => setIsDescribed(value === 'description')}
          >
            <option value="sound">{t('watch.sound.main')}</option>
            <option value="description">{t('watch.sound.description')}</option>
          </Choice>
        )}
        <PictureInPicture element={element} />
      </div>
      <p className="text-12 text-sub-text">{t('watch.keys')}</p>
    </section>
  )
}

type ChoiceProps = { label: string; value: string; onValue: (value: string) => void; children: ReactNode }

function Choice({ label, value, onValue, children }: ChoiceProps) {
  return (
    <label className="grid gap-1 text-12 text-sub-text">
      {label}
      <select
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className="min-h-11 rounded-field border border-line bg-surface px-3 text-14 text-ink"
      >
        {children}
      </select>
    </label>
  )
}

function PictureInPicture({ element }: { element: React.RefObject<HTMLVideoElement | null> }) {
  const { t } = useWords()
  if (!document.pictureInPictureEnabled) return null
  const toggle = (): void => {
    const opened = document.pictureInPictureElement
      ? document.exitPictureInPicture()
      : element.current?.requestPictureInPicture()
    // refused before the first picture is there
    void opened?.catch(() => undefined)
  }
  return (
    <Button look="secondary" onClick={toggle}>
      {t('watch.pip')}
    </Button>
  )
}

/** Attaches the stream of a reservation; a new one goes on where the one before stood. */
function useStream(
  element: React.RefObject<HTMLVideoElement | null>,
  { video }: Watching,
  onCheck: PlayerProps['onCheck'],
): AttachedStream | undefined {
  const [attached, setAttached] = useState<AttachedStream>()
  const { videoUrl, second, seconds } = video
  useEffect(() => {
    const { current } = element
    if (!current) return
    const { pathname, search } = new URL(videoUrl)
    const kept = second !== null && second < seconds - endSeconds ? second : 0
    const wasPlaying = !current.paused && current.currentTime > 0
    const isGone = { now: false }
    let stream: AttachedStream | undefined
    void attachStream(current, {
      url: pathname + search,
      second: current.currentTime > 0 ? current.currentTime : kept,
      onFailed: () => void onCheck(true),
    }).then((made) => {
      if (isGone.now) {
        made.detach()
        return
      }
      stream = made
      setAttached(made)
      if (wasPlaying) void current.play().catch(() => undefined)
    })
    return () => {
      isGone.now = true
      stream?.detach()
    }
    // another place that was kept meanwhile does not move this player
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [videoUrl])
  return attached
}

/** Checks the reservation and keeps the place while it plays, and when it stops. */
function useKeptSecond(
  element: React.RefObject<HTMLVideoElement | null>,
  { video: { ownerContentId, seconds } }: Watching,
  { onCheck, onKept }: Omit<PlayerProps, 'watching'>,
): void {
  const keep = useCallback(
    (at: number): void => {
      const second = Math.min(seconds, Math.floor(at))
      void call('keepVideoPlace', { params: { ownerContentId }, body: { second } }).then(onKept)
    },
    [ownerContentId, seconds, onKept],
  )
  useEffect(() => {
    const { current } = element
    if (!current) return
    const onPlay = (): void => void onCheck()
    const onPause = (): void => keep(current.currentTime)
    const timer = setInterval(() => {
      if (current.paused) return
      void onCheck()
      keep(current.currentTime)
    }, checkMs)
    current.addEventListener('play', onPlay)
    current.addEventListener('pause', onPause)
    return () => {
      clearInterval(timer)
      current.removeEventListener('play', onPlay)
      current.removeEventListener('pause', onPause)
      if (!current.paused) keep(current.currentTime)
    }
  }, [element, keep, onCheck])
}

function control(element: HTMLVideoElement, what: PlayerAct, seconds: number): void {
  if (what === 'play') {
    if (element.paused) void element.play().catch(() => undefined)
    else element.pause()
  }
  if (what === 'back') element.currentTime = Math.max(0, element.currentTime - skipSeconds)
  if (what === 'forth') element.currentTime = Math.min(seconds, element.currentTime + skipSeconds)
  if (what === 'start') element.currentTime = 0
  if (what === 'louder') element.volume = Math.min(1, element.volume + 0.1)
  if (what === 'quieter') element.volume = Math.max(0, element.volume - 0.1)
  if (what === 'mute') element.muted = !element.muted
  if (what === 'whole')
    void (document.fullscreenElement ? document.exitFullscreen() : element.requestFullscreen()).catch(() => undefined)
}

function setSpeedOf(element: HTMLVideoElement | null, speed: number): void {
  if (element) element.playbackRate = speed
}

function showCaptions(element: HTMLVideoElement | null, language: string): void {
  for (const track of element?.textTracks ?? []) track.mode = track.language === language ? 'showing' : 'disabled'
}

const firstCaptions = (captions: { language: string }[], language: string): string =>
  (captions.find((each) => each.language === language) ?? captions[0])?.language ?? ''

const languageName = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
