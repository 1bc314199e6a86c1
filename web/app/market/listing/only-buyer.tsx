import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MemberCardView } from '@kura/contract/identity/member'
import { MemberPicture } from '../../identity/follow/member-row.tsx'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import { call } from '../../platform/api.ts'
import type { WordKey } from '../../words/word-key.ts'
import { knownOf, wordOf, readBuyer } from './buyer.ts'
import type { Buyer, BuyerStart } from './buyer.ts'
import '../../words/fan-words.ts'
import '../../words/listing-words.ts'

/** Whether only one member may buy, and which. */
export function OnlyBuyer({ buyer }: { buyer: BuyerChoice }) {
  const { t } = useWords()
  return (
    <div className="grid gap-3">
      <Checkbox
        name="isOnly"
        checked={buyer.isChosen}
        onChange={(event) => buyer.want(event.target.checked)}
        label={t('sell.only.toggle')}
      />
      {buyer.isChosen && (
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
          <MemberMatches text={buyer.text} isDone={buyer.found !== undefined} onChoose={buyer.choose} />
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
  const [isChosen, setIsChosen] = useState(start.isChosen)
  const [text, setText] = useState(start.text)
  const [answer, setAnswer] = useState(start.answer)
  const [asked, setAsked] = useState<string>()
  const latest = useRef(start.text)
  const { found, fault } = knownOf(text, answer)

  /**
   * Finds the member; undefined when nobody who could buy was found, or the text has changed
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
    if (start.isChosen && !start.answer) void check()
  })
  useEffect(() => checkStart(), [])
  return {
    isChosen,
    want: (next: boolean): void => {
      setIsChosen(next)
      if (fault) setAnswer(undefined)
    },
    text,
    choose: (member: MemberCardView): void => {
      latest.current = member.userId
      setText(member.userId)
      setAsked(undefined)
      setAnswer({ text: member.userId, result: { userId: member.userId, name: member.displayName } })
    },
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
/** Members whose name or handle contains the typed text, to pick the buyer from. */
function MemberMatches({
  text,
  isDone,
  onChoose,
}: {
  text: string
  isDone: boolean
  onChoose: (member: MemberCardView) => void
}) {
  const { t } = useWords()
  const q = useDeferredValue(text.trim())
  const isSearch = !isDone && q !== '' && readBuyer(q) === undefined
  const self = useSession()?.userId
  const { data } = useCall('searchUsersPartial', isSearch ? { query: { q, limit: 6 } } : null, {
    revalidateOnFocus: false,
    keepPreviousData: true,
  })
  if (!isSearch || !data) return null
  const members = data.items.filter(({ userId }) => userId !== self)
  if (members.length === 0)
    return (
      <p role="status" className="text-14">
        {t('member-search.none')}
      </p>
    )
  return (
    <ul aria-label={t('member-search.results')} className="grid divide-y divide-line rounded-field border border-line">
      {members.map((member) => (
        <li key={member.userId}>
          <button
            type="button"
            aria-label={t('member-search.choose', { name: member.displayName || t('sell.only.unnamed') })}
            onClick={() => onChoose(member)}
            className="flex min-h-14 w-full items-center gap-3 px-3 py-2 text-left hover:bg-ground"
          >
            <MemberPicture member={member} />
            <span className="grid min-w-0">
              <span className="truncate text-14 font-semibold text-ink">
                {member.displayName || t('sell.only.unnamed')}
              </span>
              {member.handle !== null && <span className="truncate text-12 text-sub-text">@{member.handle}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
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
