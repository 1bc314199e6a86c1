import type { GiftView } from '@kura/contract/market/gift'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { MemberList } from '../../identity/member/member-list.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import type { PageHandle } from '../../ui/page-search.ts'
import { useCall } from '../../platform/swr.ts'
import { SentRow, sentToText } from '../transfer/sent-row.tsx'
import { pollMsOfSent } from '../transfer/sent-state.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ChipLink, ChipRow } from '../../ui/chips.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Translate } from '../../words/use-words.ts'
import '../../words/gift-words.ts'
import '../../words/transfer-words.ts'

const sides: readonly GiftView['side'][] = ['sent', 'received']
const limit = 20

const search = declareSearch({ side: 'browser' })
export const handle = { search, title: 'gift.list.title' } satisfies PageHandle

/** The gifts sent and received; the address names the filter. */
export default function GiftListScreen() {
  const { t } = useWords()
  const query = useSearch(search)
  const side = sides.find((each) => each === query.get('side'))
  const about = side === undefined ? {} : { side }
  const list = useCall(
    'listGifts',
    { query: { limit, ...about } },
    { refreshInterval: (latest) => pollMsOfSent(latest?.items ?? []) },
  )
  return (
    <>
      <MypageHead title={t('gift.list.title')} />
      <ChipRow label={t('gift.list.sides')}>
        <ChipLink to={links.gifts} isOn={side === undefined}>
          {t('gift.list.all')}
        </ChipLink>
        {sides.map((each) => (
          <ChipLink key={each} to={`${links.gifts}?side=${each}`} isOn={side === each}>
            {t(`gift.list.${each}`)}
          </ChipLink>
        ))}
      </ChipRow>
      <MemberList
        name={`gifts ${side ?? ''}`}
        list={list}
        refreshMs={pollMsOfSent}
        loadNext={(cursor) => call('listGifts', { query: { limit, cursor, ...about } })}
        empty={
          <EmptyState icon="gift" title={t('gift.list.empty')} text={t('gift.list.empty-text')}>
            <LinkButton to={links.collection}>{t('gift.list.to-collection')}</LinkButton>
          </EmptyState>
        }
      >
        {(gifts) => (
          <ul className="grid gap-3">
            {gifts.map((gift) => (
              <GiftRow key={gift.giftId} gift={gift} />
            ))}
          </ul>
        )}
      </MemberList>
      <p className="text-14">
        <LinkButton to={links.transfers} look="quiet">
          {t('transfer.list.title')}
        </LinkButton>
      </p>
    </>
  )
}

function GiftRow({ gift }: { gift: GiftView }) {
  const { t } = useWords()
  const { giftId, token, side, state, createdAt } = gift
  return (
    <SentRow
      to={links.giftOf(giftId)}
      token={token}
      about={side === 'sent' ? sentTo(gift, t) : receivedFrom(gift, t)}
      at={createdAt}
      state={state}
      word={t(`gift.state.${state}`)}
    />
  )
}

function sentTo({ recipient, email, toAddress }: GiftView, t: Translate): string {
  // the address is deleted some weeks after a gift has ended
  const place = email || toAddress
  return recipient || place !== '' ? sentToText({ recipient, place }, t) : t('gift.to.somebody')
}

const receivedFrom = ({ giverName }: GiftView, t: Translate): string =>
  giverName === '' ? t('gift.by.nameless') : t('gift.by.named', { name: giverName })
