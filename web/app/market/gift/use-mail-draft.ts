import { useEffect, useRef, useState } from 'react'
import type { ApiOutput } from '@kura/contract/api'
import type { Result } from '@kura/contract/result'
import { call } from '../../platform/api.ts'
import { serverTime } from '../../platform/clock.ts'
import { useWords } from '../../words/use-words.ts'

export type MailDraft = ApiOutput<'draftMailGift'>
export type MailWish = { email: string; message: string }
type Keeper = ReturnType<typeof makeDraftKeeper<MailDraft>>

/** The gift by mail of a token that the wallet is to be asked for: signed by us before the wallet opens, so that it can be read. */
export function useMailDraft(tokenId: string) {
  const { language } = useWords()
  const [draft, setDraft] = useState<MailDraft>()
  const kept = useRef<{ of: string; keeper: Keeper }>(undefined)

  const leave = async (): Promise<void> => {
    setDraft(undefined)
    const unused = await kept.current?.keeper.take()
    if (unused) await call('endGift', { params: { giftId: unused.giftId } })
  }
  const keeperOf = ({ email, message }: MailWish): Keeper => {
    const body = { tokenId, email, locale: language, ...(message === '' ? {} : { message }) }
    const of = JSON.stringify(body)
    if (kept.current?.of === of) return kept.current.keeper
    void leave()
    const keeper = makeDraftKeeper<MailDraft>({
      request: (idempotencyKey) => call('draftMailGift', { body }, { idempotencyKey }),
      now: serverTime,
      newKey: () => crypto.randomUUID(),
    })
    kept.current = { of, keeper }
    return keeper
  }
  const prepare = async (wish: MailWish): Promise<Result<MailDraft>> => {
    const answer = await keeperOf(wish).ask()
    if (answer.ok) setDraft(answer.data)
    return answer
  }
  const latestLeave = useRef(leave)
  latestLeave.current = leave
  useEffect(() => () => void latestLeave.current(), [])
  return {
    /** What the wallet will be asked for. */
    draft,
    /** Has it signed by us; the same one again as long as nothing else is wished for. */
    prepare,
    /** Has it for the wallet: from then on it is not given up by leaving. */
    use: async (wish: MailWish): Promise<Result<MailDraft>> => {
      const answer = await prepare(wish)
      if (answer.ok) await keeperOf(wish).take()
      return answer
    },
    /** Gives up what was not used. */
    leave,
  }
}

/** Something we signed, and the wallet may accept until `signUntil`. */
type Draft = { signUntil: string }
type Made<D> = Promise<Result<D>>

type World<D> = {
  /** The key makes a repeat of a lost request the same one. */
  request: (idempotencyKey: string) => Made<D>
  /** The server's time in milliseconds. */
  now: () => Promise<number>
  newKey: () => string
}

/** Left of a draft's time, so that the wallet can still be read and signed: below it another one is made. */
const leastLeftMs = 5 * 60_000

/**
 * Keeps one draft of something to be signed, made before the wallet opens so that it can be read. Asking for it again answers the same
 * one, also while it is on its way, until it is taken away or its time runs out.
 */
export function makeDraftKeeper<D extends Draft>({ request, now, newKey }: World<D>) {
  let made: Made<D> | undefined
  let key: string | undefined
  const make = async (): Made<D> => {
    key ??= newKey()
    const answer = await request(key)
    if (answer.ok || !isLost(answer.body.errorCode)) key = undefined
    return answer
  }
  const isGood = async (answer: Result<D>): Promise<boolean> =>
    answer.ok && Date.parse(answer.data.signUntil) - (await now()) > leastLeftMs
  return {
    /** The draft that stands, or a new one. */
    async ask(): Made<D> {
      const before = made
      if (before && (await isGood(await before))) return before
      // somebody else may have asked meanwhile
      if (made === before) made = make()
      return made!
    },
    /** It is used, or not wanted any more: returns it, if there is one. */
    async take(): Promise<D | undefined> {
      const before = made
      made = undefined
      const answer = await before
      return answer?.ok ? answer.data : undefined
    },
  }
}

const isLost = (code: string): boolean => ['SERVICE_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS'].includes(code)
