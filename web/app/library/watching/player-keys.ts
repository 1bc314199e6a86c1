export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

export type PlayerAct =
  | 'play'
  | 'back'
  | 'forth'
  | 'louder'
  | 'quieter'
  | 'mute'
  | 'captions'
  | 'description'
  | 'whole'
  | 'slower'
  | 'faster'
  | 'start'

const acts: Record<string, PlayerAct> = {
  ' ': 'play',
  k: 'play',
  ArrowLeft: 'back',
  j: 'back',
  ArrowRight: 'forth',
  l: 'forth',
  ArrowUp: 'louder',
  ArrowDown: 'quieter',
  m: 'mute',
  c: 'captions',
  d: 'description',
  f: 'whole',
  '<': 'slower',
  '>': 'faster',
  Home: 'start',
  '0': 'start',
}

/** What a key does in the player. */
export const actOfPlayerKey = (key: string): PlayerAct | undefined => acts[key] ?? acts[key.toLowerCase()]

/** The speed before or after this one. */
export function speedNear(speed: number, by: 1 | -1): number {
  const at = speeds.findIndex((each) => each === speed)
  return speeds[Math.min(speeds.length - 1, Math.max(0, at + by))] ?? 1
}

/** A length as people read it: 0:20, 1:02:03. */
export function lengthText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
  const two = (part: number): string => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
