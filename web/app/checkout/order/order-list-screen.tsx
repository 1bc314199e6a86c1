import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { MemberList } from '../../identity/member/member-list.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { pollMsOfAll } from './order-outcome.ts'
import { OrderRow } from './order-row.tsx'
import '../../words/order-words.ts'

const limit = 20

export const handle = { title: 'order.list.title' } satisfies PageHandle

export default function OrderListScreen() {
  const { t } = useWords()
  const list = useCall(
    'listOrders',
    { query: { limit } },
    { refreshInterval: (latest) => pollMsOfAll(latest?.items ?? []) },
  )
  return (
    <>
      <MypageHead title={t('order.list.title')} />
      <MemberList
        name="orders"
        list={list}
        refreshMs={pollMsOfAll}
        loadNext={(cursor) => call('listOrders', { query: { limit, cursor } })}
        empty={
          <EmptyState icon="order" title={t('order.list.empty.title')} text={t('order.list.empty.text')}>
            <LinkButton to={links.packs}>{t('collection.to-packs')}</LinkButton>
          </EmptyState>
        }
      >
        {(orders) => (
          <ul className="grid gap-3">
            {orders.map((order) => (
              <OrderRow key={order.orderId} order={order} />
            ))}
          </ul>
        )}
      </MemberList>
    </>
  )
}
