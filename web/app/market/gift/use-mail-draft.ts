import { useEffect, useRef, useState } from 'react'
import type { ApiOutput } from '@kura/contract/api'
import type { Result } from '@kura/contract/result'
import { call } from '../../platform/api.ts'
import { serverTime } from '../../platform/clock.ts'
import { useWords } from '../../words/use-words.ts'

export type MailDraft = ApiOutput<'draftMailGift'>
export type MailWish = { email: string; message: string }
type Keeper = ReturnType<typeof makeDraftKeeper<MailDraft>>

/** The draft of a gift by mail: signed by us before the wallet opens, so that it can be read. */
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
    /** The draft that the wallet will sign. */
    draft,
    /** Requests a draft; returns the same one as long as the input is the same. */
    prepare,
    /** Takes it for the wallet: from then on, leaving does not cancel it. */
    use: async (wish: MailWish): Promise<Result<MailDraft>> => {
      const answer = await prepare(wish)
      if (answer.ok) await keeperOf(wish).take()
      return answer
    },
    /** Cancels an unused draft. */
    leave,
  }
}

/** A draft that the wallet may accept until `signUntil`. */
type Draft = { signUntil: string }
type Made<D> = Promise<Result<D>>

type World<D> = {
  /** The key makes a repeat of a lost request the same request. */
  request: (idempotencyKey: string) => Made<D>
  /** The server's time in milliseconds. */
  now: () => Promise<number>
  newKey: () => string
}

/** The least time a draft must have left to be read and signed: below it, a new one is made. */
const leastLeftMs = 5 * 60_000

/**
 * Keeps one draft, made before the wallet opens so that it can be read. Asking again returns the
 * same one, also while it is requested, until it is taken or expires.
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
    /** The current draft, or a new one. */
    async ask(): Made<D> {
      const before = made
      if (before && (await isGood(await before))) return before
      // another caller may have asked meanwhile
      if (made === before) made = make()
      return made!
    },
    /** Removes and returns the draft, if there is one: it is used or no longer needed. */
    async take(): Promise<D | undefined> {
      const before = made
      made = undefined
      const answer = await before
      return answer?.ok ? answer.data : undefined
    },
  }
}

const isLost = (code: string): boolean => ['SERVICE_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS'].includes(code)
