import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { MemberList } from '../../identity/member/member-list.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { SentRow, sentToText } from './sent-row.tsx'
import { pollMsOfSent } from './sent-state.ts'
import '../../words/transfer-words.ts'

const limit = 20

export const handle = { title: 'transfer.list.title' } satisfies PageHandle

export default function TransferListScreen() {
  const { t } = useWords()
  const list = useCall(
    'listTransfers',
    { query: { limit } },
    { refreshInterval: (latest) => pollMsOfSent(latest?.items ?? []) },
  )
  return (
    <>
      <MypageHead title={t('transfer.list.title')} />
      <MemberList
        name="transfers"
        list={list}
        refreshMs={pollMsOfSent}
        loadNext={(cursor) => call('listTransfers', { query: { limit, cursor } })}
        empty={
          <EmptyState icon="out" title={t('transfer.list.empty')} text={t('transfer.list.empty-text')}>
            <LinkButton to={links.collection}>{t('mypage.collection')}</LinkButton>
          </EmptyState>
        }
      >
        {(transfers) => (
          <ul className="grid gap-3">
            {transfers.map(({ transferId, token, state, recipient, toAddress, createdAt }) => (
              <SentRow
                key={transferId}
                to={links.transferOf(transferId)}
                token={token}
                about={sentToText({ recipient, place: toAddress }, t)}
                at={createdAt}
                state={state}
                word={t(`transfer.state.${state}`)}
              />
            ))}
          </ul>
        )}
      </MemberList>
    </>
  )
}
