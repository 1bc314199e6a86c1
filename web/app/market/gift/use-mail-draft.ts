import { useEffect, useRef, useState } from 'react'
import type { ApiOutput } from '@kura/contract/api'
import type { Result } from '@kura/contract/result'
import { call } from '../../platform/api.ts'
import { serverTime } from '../../platform/clock.ts'
import { useWords } from '../../words/use-words.ts'
import { makeDraftKeeper } from './draft-keeper.ts'

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
