import { useState } from 'react'
import type { ApiOutput } from '@kura/contract/api'
import { limits } from '@kura/contract/limits'
import { MemberList } from '../../identity/member/member-list.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import { call } from '../../platform/api.ts'
import { formatSerial } from '../../platform/format.ts'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/chips.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { FramedPicture } from '../../ui/picture.tsx'
import { PieceGrid } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { cardSizes } from '../../catalogue/item/item-card.tsx'
import { EmptyCollection } from './collection-screen.tsx'
import '../../words/fan-words.ts'

const limit = limits.pageSize
const most = limits.showcaseMost

export const handle = { title: 'mypage.showcase' } satisfies PageHandle

/** Chooses the pieces that the profile shows first. */
export default function ShowcaseScreen() {
  const { t } = useWords()
  const userId = useSession()?.userId ?? ''
  const shown = useCall('showShowcase', userId === '' ? null : { params: { userId } }, { revalidateOnFocus: false })
  return (
    <>
      <MypageHead title={t('showcase.edit-title')} />
      <p className="max-w-reading text-14">{t('showcase.lead', { most })}</p>
      {shown.data ? <Picker userId={userId} chosen={shown.data.items} /> : <Skeleton className="h-80" />}
    </>
  )
}

function Picker({ userId, chosen: before }: { userId: string; chosen: ApiOutput<'showShowcase'>['items'] }) {
  const { t, pick } = useWords()
  const [chosen, setChosen] = useState(before.map(({ tokenId }) => tokenId))
  const { isBusy, work } = useWork()
  const list = useCall('listTokens', userId === '' ? null : { query: { userId, limit } })
  const toggle = (tokenId: string): void => {
    if (chosen.includes(tokenId)) setChosen(chosen.filter((each) => each !== tokenId))
    else if (chosen.length < most) setChosen([...chosen, tokenId])
    else toasts.show({ id: 'showcase-full', status: 'warning', title: t('showcase.full', { most }) })
  }
  const save = async (): Promise<void> => {
    const result = await work(() => call('setShowcase', { body: { tokenIds: chosen } }))
    if (!result) return
    toasts.show(
      result.ok
        ? { status: 'success', title: t('showcase.saved') }
        : { status: 'error', title: t(`error.${result.body.errorCode}`) },
    )
  }
  return (
    <div className="grid gap-6">
      <MemberList
        name="showcase"
        list={list}
        loadNext={(cursor) => call('listTokens', { query: { userId, limit, cursor } })}
        empty={<EmptyCollection />}
      >
        {(tokens) => (
          <PieceGrid>
            {tokens.map((token) => {
              const place = chosen.indexOf(token.tokenId) + 1
              const name = `${pick(token.name)} ${formatSerial(token.serial)}`
              return (
                <li key={token.tokenId} className="relative">
                  <button
                    type="button"
                    aria-pressed={place > 0}
                    aria-label={t('showcase.choose', { name })}
                    onClick={() => toggle(token.tokenId)}
                    className="grid w-full gap-2 rounded-card p-1 text-left aria-pressed:ring-2 aria-pressed:ring-indigo"
                  >
                    <FramedPicture picture={token.picture} alt="" sizes={cardSizes} />
                    <span className="line-clamp-2 px-0.5 text-14">{name}</span>
                  </button>
                  {place > 0 && (
                    <span className="pointer-events-none absolute top-3 left-3">
                      <Badge tone="strong">{t('showcase.place', { place })}</Badge>
                    </span>
                  )}
                </li>
              )
            })}
          </PieceGrid>
        )}
      </MemberList>
      <div className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:mx-0 md:px-0">
        <Button size="lg" isBusy={isBusy} onClick={() => void save()}>
          {t('showcase.save')}
        </Button>
      </div>
    </div>
  )
}
