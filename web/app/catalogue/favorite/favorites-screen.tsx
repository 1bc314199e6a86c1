import { useState } from 'react'
import type { FormEvent } from 'react'
import type { FavoriteView } from '@kura/contract/discovery/favorite'
import { limits } from '@kura/contract/limits'
import { formatYen } from '@kura/contract/money'
import { MemberList } from '../../identity/member/member-list.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ChipLink, ChipRow } from '../../ui/chips.tsx'
import { TextField } from '../../ui/field.tsx'
import { declareSearch, oneOf, useSearch } from '../../ui/page-search.ts'
import type { PageHandle } from '../../ui/page-search.ts'
import { PieceGrid } from '../../ui/section.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { FavoriteCard } from './favorite-card.tsx'
import '../../words/fan-words.ts'

const limit = limits.pageSize
const kinds = ['all', 'item', 'series', 'pack'] as const
const search = declareSearch({ kind: oneOf(kinds) })

export const handle = { title: 'mypage.favorites', search } satisfies PageHandle

/** What the member keeps in mind, and the prices below which a listing is news. */
export default function FavoritesScreen() {
  const { t } = useWords()
  const kind = useSearch(search).get('kind') as FavoriteView['kind'] | null
  const userId = useSession()?.userId ?? ''
  const input = { params: { userId }, query: { limit, ...(kind === null ? {} : { kind }) } }
  const list = useCall('listFavorites', userId === '' ? null : input)
  return (
    <>
      <MypageHead title={t('favorite.title')} />
      <ChipRow label={t('favorite.title')}>
        {kinds.map((each) => (
          <ChipLink
            key={each}
            to={each === 'all' ? links.favorites : `${links.favorites}?kind=${each}`}
            isOn={each === (kind ?? 'all')}
          >
            {t(`favorite.kind.${each}`)}
          </ChipLink>
        ))}
      </ChipRow>
      <MemberList
        key={kind ?? 'all'}
        name={`favorites-${kind ?? 'all'}`}
        list={list}
        loadNext={(cursor) => call('listFavorites', { ...input, query: { ...input.query, cursor } })}
        empty={
          <EmptyState title={t('favorite.empty.title')} text={t('favorite.empty.text')} icon="heart">
            <LinkButton to={links.items}>{t('favorite.empty.items')}</LinkButton>
          </EmptyState>
        }
      >
        {(favorites) => (
          <PieceGrid>
            {favorites.map((favorite) => (
              <li key={`${favorite.kind} ${favorite.id}`}>
                <FavoriteCard favorite={favorite}>
                  {favorite.kind === 'item' && <NoticePrice favorite={favorite} />}
                </FavoriteCard>
              </li>
            ))}
          </PieceGrid>
        )}
      </MemberList>
    </>
  )
}

/** The price below which the member wants to hear of a listing. */
function NoticePrice({ favorite: { id, noticeBelowYen } }: { favorite: FavoriteView }) {
  const { t } = useWords()
  const [saved, setSaved] = useState(noticeBelowYen)
  const [error, setError] = useState<string>()
  const { isBusy, work } = useWork()
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('price'))
      .normalize('NFKC')
      .replace(/[,¥円\s]/g, '')
    const yen = typed === '' ? undefined : Number(typed)
    if (yen !== undefined && !(Number.isInteger(yen) && yen >= 1 && yen <= 9_999_999))
      return setError(t('favorite.notice.invalid'))
    setError(undefined)
    const body = { itemId: id, ...(yen === undefined ? {} : { noticeBelowYen: yen }) }
    const result = await work(() => call('addFavorite', { body }))
    if (!result) return
    if (!result.ok) return setError(t(`error.${result.body.errorCode}`))
    setSaved(result.data.noticeBelowYen)
    const title =
      yen === undefined ? t('favorite.notice.cleared') : t('favorite.notice.saved', { price: formatYen(yen) })
    toasts.show({ status: 'success', title })
  }
  return (
    <details open={saved !== null}>
      <summary className="min-h-11 cursor-pointer py-2 text-12 text-indigo-text">{t('favorite.notice.title')}</summary>
      <form method="post" noValidate className="grid gap-2" onSubmit={(event) => void handleSubmit(event)}>
        <TextField
          label={t('favorite.notice.label')}
          hint={t('favorite.notice.hint')}
          name="price"
          inputMode="numeric"
          defaultValue={saved ?? ''}
          error={error}
        />
        <Button type="submit" look="secondary" isBusy={isBusy}>
          {t('favorite.notice.save')}
        </Button>
      </form>
    </details>
  )
}
