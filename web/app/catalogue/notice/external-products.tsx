import type { ExternalProductView } from '@kura/contract/catalogue/notice'
import { formatYen } from '@kura/contract/money'
import { useCall } from '../../platform/swr.ts'
import { FramedPicture } from '../../ui/picture.tsx'
import { Section } from '../../ui/section.tsx'
import { useWords } from '../../words/use-words.ts'
import { cardSizes } from '../item/item-card.tsx'
import '../../words/fan-words.ts'

/** What the operator picked out of what other sites sell, in one row; nothing where there is nothing. */
export function PickedProducts() {
  const { t } = useWords()
  const { data } = useCall('listPickedProducts', {}, { revalidateOnFocus: false })
  if (!data || data.items.length === 0) return null
  return (
    <Section title={t('external.title')}>
      <p className="-mt-2 text-12 text-sub-text">{t('external.lead')}</p>
      <ul className="piece-row">
        {data.items.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ProductCard({ product }: { product: ExternalProductView }) {
  const { t, pick } = useWords()
  const site = new URL(product.href).host
  return (
    <article className="group relative grid content-start gap-2">
      <FramedPicture picture={product.picture} alt="" sizes={cardSizes} />
      <div className="grid gap-1 px-0.5">
        <h3 className="line-clamp-2 text-14 leading-[1.5]">
          <a
            href={product.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="stretched group-hover:underline"
          >
            {pick(product.name)}
            <span className="sr-only"> {t('external.leaves', { site })}</span>
          </a>
        </h3>
        {product.priceYen !== null && (
          <p className="tabular text-14 font-semibold text-ink">{formatYen(product.priceYen)}</p>
        )}
        <p className="truncate text-12 text-sub-text">
          {site} <span aria-hidden="true">↗</span>
        </p>
      </div>
    </article>
  )
}
