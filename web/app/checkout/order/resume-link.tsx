import { useEffect, useState } from 'react'
import type { OrderView } from '@kura/contract/checkout/order'
import { LinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import { attempts } from './attempt-store.ts'
import { findChallenge } from './challenge-store.ts'
import type { Challenge } from './challenge-store.ts'
import { checkoutOf, subjectName, subjectOf } from './subject.ts'
import '../../words/order-words.ts'

type Order = Pick<OrderView, 'orderId' | 'packId' | 'token' | 'tender' | 'usedPoint' | 'priceYen'>
/** How this browser can go on paying an order: at the card's bank, by the window of the deferred payment, or not at all. */
export type Resume = { by: 'bank'; way: Challenge } | { by: 'paidy' } | undefined

/** Whether an order is paid by the deferred payment. */
export const isByPaidy = ({ tender }: Pick<OrderView, 'tender'>): boolean =>
  tender === 'paidy' || tender === 'paidy-point'

/** What this browser knows of an unpaid order; undefined also while the page is the server's. */
export function useResume(order: Order): Resume {
  const [resume, setResume] = useState<Resume>()
  const { orderId, tender, usedPoint, priceYen } = order
  const name = subjectName(subjectOf(order))
  useEffect(() => {
    if (isByPaidy({ tender }))
      return setResume(attempts.findFor(name, 'paidy', { priceYen, usedPoint }) ? { by: 'paidy' } : undefined)
    const way = findChallenge(orderId)
    return setResume(way && { by: 'bank', way })
  }, [orderId, name, tender, usedPoint, priceYen])
  return resume
}

/** Back to the card's bank, or to the card company's page. */
export function BankLink({ way: { url, isPage } }: { way: Challenge }) {
  const { t } = useWords()
  return (
    <a
      href={url}
      className="inline-flex min-h-11 items-center justify-center rounded-field bg-indigo px-5 py-2 text-center text-14 leading-label font-semibold text-white hover:bg-indigo-deep"
    >
      {t(isPage ? 'order.resume-page' : 'order.resume')}
    </a>
  )
}

/** The way on from the page of an unpaid order. */
export function ResumeLink({ order }: { order: Order }) {
  const { t } = useWords()
  const resume = useResume(order)
  if (resume?.by === 'bank') return <BankLink way={resume.way} />
  // its window opens over the checkout, which finds the order again
  if (resume?.by === 'paidy')
    return <LinkButton to={checkoutOf(subjectOf(order))}>{t('order.resume-paidy')}</LinkButton>
  return <p className="text-12 text-main">{t('order.resume-elsewhere')}</p>
}
