import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../platform/api.ts'
import type { WordKey } from '../../words/word-key.ts'
import { knownOf } from './buyer-choice.ts'
import type { Buyer, BuyerStart } from './buyer-choice.ts'
import { wordOf } from './buyer-word.ts'
import { readBuyer } from './read-buyer.ts'
import '../../words/selling-words.ts'

/** The only buyer, if there is to be one: what was typed, and the member it turned out to be. */
export function useBuyer(start: BuyerStart) {
  const [isWanted, setIsWanted] = useState(start.isWanted)
  const [text, setText] = useState(start.text)
  const [answer, setAnswer] = useState(start.answer)
  const [asked, setAsked] = useState<string>()
  const latest = useRef(start.text)
  const { found, fault } = knownOf(text, answer)

  /** Looks the member up; undefined when there is none who could buy, and when another one was typed meanwhile. */
  const check = async (): Promise<Buyer | undefined> => {
    if (found) return found
    setAsked(text)
    const result = await findBuyer(text)
    if (latest.current !== text) return undefined
    setAnswer({ text, result })
    return typeof result === 'string' ? undefined : result
  }
  const checkStart = useEffectEvent(() => {
    // one whose name is not known yet
    if (start.isWanted && !start.answer) void check()
  })
  useEffect(() => checkStart(), [])
  return {
    isWanted,
    want: (next: boolean): void => {
      setIsWanted(next)
      if (fault) setAnswer(undefined)
    },
    text,
    type: (next: string): void => {
      latest.current = next
      setText(next)
      setAsked(undefined)
      setAnswer(undefined)
    },
    found,
    fault,
    isBusy: asked === text && answer?.text !== text,
    check,
  }
}
export type BuyerChoice = ReturnType<typeof useBuyer>

/** The member, or what is wrong with what was typed. */
async function findBuyer(text: string): Promise<Buyer | WordKey> {
  if (text.trim() === '') return 'sell.only.empty'
  const typed = readBuyer(text)
  if (!typed) return 'sell.only.malformed'
  let userId: string
  if (typed.by === 'id') ({ userId } = typed)
  else {
    const profile = await call('showUserByAddress', { params: { flowAddress: typed.flowAddress } })
    if (!profile.ok) return wordOf(profile.body)
    ;({ userId } = profile.data)
  }
  const target = await call('showSellingTarget', { params: { id: userId } })
  if (!target.ok) return wordOf(target.body)
  return { userId: target.data.userId, name: target.data.displayName }
}
