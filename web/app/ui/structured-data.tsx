import type { Picture } from '@kura/contract/ids'
import { useSite } from '../platform/use-site.ts'

/** Facts of a page for search engines, by schema.org. A data block: no script runs. */
export function StructuredData({ data }: { data: object }) {
  // nothing in the data may end the element
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}

export type Offer = { priceYen: number; path: string; isOpen: boolean }

/** A thing for sale with what it costs where. */
export function ProductData({
  name,
  description,
  picture,
  offers,
}: {
  name: string
  description: string
  picture: Picture
  offers: readonly Offer[]
}) {
  const { publicUrl } = useSite()
  const base = publicUrl.replace(/\/$/, '')
  const data = {
    '@type': 'Product',
    name,
    ...(description === '' ? {} : { description }),
    image: `${base}/images/media/${picture.id}-${picture.sizes.at(-1)}.webp`,
    ...(offers.length === 0
      ? {}
      : {
          offers: offers.map(({ priceYen, path, isOpen }) => ({
            '@type': 'Offer',
            url: base + path,
            price: priceYen,
            priceCurrency: 'JPY',
            availability: `https://schema.org/${isOpen ? 'InStock' : 'SoldOut'}`,
          })),
        }),
  }
  return <StructuredData data={data} />
}
