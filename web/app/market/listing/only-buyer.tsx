import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import { call } from '../../platform/api.ts'
import type { WordKey } from '../../words/word-key.ts'
import { knownOf, wordOf, readBuyer } from './buyer.ts'
import type { Buyer, BuyerStart } from './buyer.ts'
import '../../words/listing-words.ts'

/** Whether only one member may buy, and which. */
export function OnlyBuyer({ buyer }: { buyer: BuyerChoice }) {
  const { t } = useWords()
  return (
    <div className="grid gap-3">
      <Checkbox
        name="isOnly"
        checked={buyer.isWanted}
        onChange={(event) => buyer.want(event.target.checked)}
        label={t('sell.only.toggle')}
      />
      {buyer.isWanted && (
        <div className="grid gap-3 border-l-2 border-line pl-4" data-field="buyer">
          <TextField
            name="buyer"
            label={t('sell.only.label')}
            hint={t('sell.only.hint')}
            error={buyer.fault && t(buyer.fault)}
            value={buyer.text}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => buyer.type(event.target.value)}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button look="secondary" isBusy={buyer.isBusy} onClick={() => void buyer.check()}>
              {t('sell.only.check')}
            </Button>
            <p role="status" className="text-14 text-ink">
              {buyer.found && (
                <span className="flex items-center gap-1.5">
                  <Icon name="check" className="size-5 text-success-text" />
                  {t('sell.only.found', { name: buyer.found.name || t('sell.only.unnamed') })}
                </span>
              )}
            </p>
          </div>
        </div>
      )}
    </div>
  )
}

/** The only buyer, if any: the typed text, and the member it names. */
export function useBuyer(start: BuyerStart) {
  const [isWanted, setIsWanted] = useState(start.isWanted)
  const [text, setText] = useState(start.text)
  const [answer, setAnswer] = useState(start.answer)
  const [asked, setAsked] = useState<string>()
  const latest = useRef(start.text)
  const { found, fault } = knownOf(text, answer)

  /**
   * Looks up the member; undefined when nobody who could buy was found, or the text has changed
   * meanwhile.
   */
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
type BuyerChoice = ReturnType<typeof useBuyer>

/** The member, or the fault of the typed text. */
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
