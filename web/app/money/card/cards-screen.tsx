import { useState } from 'react'
import type { ErrorCode } from '@kura/contract/errors'
import type { StoredCard } from '@kura/contract/money/card'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { MypageHead } from '../../identity/member/member-only.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { useCall } from '../../platform/swr.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/chips.tsx'
import { dialogs } from '../../ui/dialog-queue.ts'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useSite } from '../../platform/use-site.ts'
import { useWork } from '../../platform/use-work.ts'
import { languageOf, useWords } from '../../words/use-words.ts'
import { describeCard, expiryOf } from './describe-card.ts'
import '../../words/point-words.ts'

export const handle = { title: 'stored-card.title' } satisfies PageHandle

/** The stored cards of the member, each to be deleted here. */
export default function CardsScreen() {
  const { t } = useWords()
  const site = useSite()
  const { data, error, mutate } = useCall('creditCheck', {})
  return (
    <>
      <MypageHead title={t('stored-card.title')} />
      <div className="grid max-w-reading gap-6">
        {data ? (
          data.items.length > 0 ? (
            <>
              <p className="text-14">{t('stored-card.lead', { name: site.name })}</p>
              <ul className="grid gap-3">
                {data.items.map((card) => (
                  <CardLine key={card.cardSeq} card={card} onGone={() => void mutate()} />
                ))}
              </ul>
            </>
          ) : (
            <EmptyState icon="card" title={t('stored-card.empty.title')} text={t('stored-card.empty.text')}>
              <LinkButton to={links.packs}>{t('collection.to-packs')}</LinkButton>
            </EmptyState>
          )
        ) : error ? (
          <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />
        ) : (
          <Skeleton className="h-24" />
        )}
      </div>
    </>
  )
}

function CardLine({ card, onGone }: { card: StoredCard; onGone: () => void }) {
  const { t } = useWords()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorCode>()
  const description = describeCard(card, t)
  const name = card.cardName || description
  const expiry = expiryOf(card.expires)
  const remove = async (): Promise<void> => {
    const question = {
      description: t('stored-card.delete-confirm', { name, digits: description }),
      confirmTitle: t('stored-card.delete'),
    }
    if (!(await dialogs.confirm(question))) return
    setFailure(undefined)
    const { cardSeq } = card
    // repeating it changes nothing: its own id is the key
    const result = await work(() =>
      call('deleteCard', { body: { cardSeq } }, { idempotencyKey: `delete-card-${cardSeq}` }),
    )
    if (!result) return
    if (!result.ok && result.body.errorCode !== 'NOT_FOUND') return setFailure(result.body.errorCode)
    toasts.show({ id: `card-${cardSeq}`, status: 'success', title: t('stored-card.deleted') })
    return onGone()
  }
  return (
    <li className="grid gap-2 rounded-card border border-line bg-surface p-4">
      <div className="flex items-start gap-4">
        <Icon name="card" className="mt-0.5 size-6 text-main" />
        <div className="grid min-w-0 grow gap-0.5">
          <p className="flex flex-wrap items-center gap-2 text-16 leading-label font-semibold text-ink">
            <span lang={languageOf(card.cardName)}>{name}</span>
            {card.isExpired && <Badge tone="attention">{t('stored-card.expired')}</Badge>}
          </p>
          <p className="tabular text-14">{description}</p>
          {expiry && <p className="tabular text-12 text-sub-text">{t('stored-card.expires', expiry)}</p>}
        </div>
        <Button
          look="danger"
          isBusy={isBusy}
          aria-label={t('stored-card.delete-of', { name })}
          onClick={() => void remove()}
        >
          {t('stored-card.delete')}
        </Button>
      </div>
      {card.isExpired && <p className="text-12 text-main">{t('stored-card.expired-text')}</p>}
      <FieldError error={failure && t(`error.${failure}`)} />
    </li>
  )
}
