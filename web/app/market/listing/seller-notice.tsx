import type { SellerNoticeView } from '@kura/contract/market/listing'
import { languageOf, useWords } from '../../words/use-words.ts'
import '../../words/market-words.ts'

/** A professional seller's legal notice, which the law requires next to the listing. */
export function SellerNotice({ notice, isOpen = false }: { notice: SellerNoticeView; isOpen?: boolean }) {
  const { t } = useWords()
  const lines = [
    { key: 'name', value: notice.name },
    { key: 'address', value: notice.address },
    { key: 'contact', value: notice.contact },
    { key: 'invoice', value: notice.registrationNumber },
  ] as const
  return (
    <details open={isOpen} className="text-12">
      <summary className="inline-flex min-h-11 items-center text-indigo-text underline-offset-4 hover:underline">
        {t('market.notice')}
      </summary>
      <div className="grid gap-2 rounded-field bg-ground p-3 text-ink">
        <p>{t('market.notice-lead')}</p>
        <dl className="grid gap-1">
          {lines
            .filter(({ value }) => value !== '')
            .map(({ key, value }) => (
              <div key={key} className="grid grid-cols-[96px_1fr] gap-2">
                <dt className="text-sub-text">{t(`market.notice.${key}`)}</dt>
                <dd className="whitespace-pre-line" lang={languageOf(value)}>
                  {value}
                </dd>
              </div>
            ))}
        </dl>
      </div>
    </details>
  )
}
