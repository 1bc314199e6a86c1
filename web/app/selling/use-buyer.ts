import { useState } from 'react'
import { call } from '../api.ts'
import type { WordKey } from '../words/word-key.ts'
import { wordOf } from './buyer-word.ts'
import { readBuyer } from './read-buyer.ts'
import '../words/selling-words.ts'

export type Buyer = { userId: string; name: string }

/** The only buyer, if there is to be one: what was typed, and the member it turned out to be. */
export function useBuyer(start: Buyer | undefined) {
  const [isWanted, setIsWanted] = useState(start !== undefined)
  const [text, setText] = useState(start?.userId ?? '')
  const [found, setFound] = useState<Buyer | undefined>(start)
  const [fault, setFault] = useState<WordKey>()
  const [isBusy, setIsBusy] = useState(false)

  /** Looks the member up; undefined when there is none who could buy. */
  const check = async (): Promise<Buyer | undefined> => {
    if (found) return found
    setIsBusy(true)
    const result = await findBuyer(text)
    setIsBusy(false)
    if (typeof result === 'string') setFault(result)
    else setFound(result)
    return typeof result === 'string' ? undefined : result
  }
  return {
    isWanted,
    want: (next: boolean): void => {
      setIsWanted(next)
      setFault(undefined)
    },
    text,
    type: (next: string): void => {
      setText(next)
      setFound(undefined)
      setFault(undefined)
    },
    found,
    fault,
    isBusy,
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
