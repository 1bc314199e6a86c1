import { useLocation } from 'react-router'
import type { Picture } from '@kura/contract/ids'
import { useSite } from '../platform/use-site.ts'

/** Title, description and preview picture of a page; React puts them into the head. */
export function PageHead({
  title,
  description,
  picture,
  card,
  canonical,
  isHidden = false,
}: {
  title: string
  description?: string | undefined
  picture?: Picture | null | undefined
  /** The path of a picture of 1200 × 630 that is made for previews; it comes before `picture`. */
  card?: string | undefined
  /** The path by which search engines know the page, where it is not the present one without its query. */
  canonical?: string | undefined
  /** Keeps the page out of search engines. */
  isHidden?: boolean
}) {
  const site = useSite()
  const full = `${title} | ${site.name}`
  const { pathname } = useLocation()
  // without a query: a list in another order is the same page
  const address = `${site.publicUrl.replace(/\/$/, '')}${canonical ?? pathname.replace(/(.)\/+$/, '$1')}`
  const widest = picture?.sizes.at(-1)
  return (
    <>
      <title>{full}</title>
      {description !== undefined && <meta name="description" content={shorten(description)} />}
      {isHidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      {!isHidden && <meta property="og:url" content={address} />}
      <meta property="og:type" content="website" />
      <meta property="og:title" content={full} />
      {description !== undefined && <meta property="og:description" content={shorten(description)} />}
      <meta property="og:site_name" content={site.name} />
      {card !== undefined && (
        <>
          <meta property="og:image" content={`${site.publicUrl}${card}`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {card === undefined && picture && widest !== undefined && (
        <meta property="og:image" content={`${site.publicUrl}/images/media/${picture.id}-${widest}.webp`} />
      )}
    </>
  )
}

const shorten = (text: string): string => (text.length > 150 ? `${text.slice(0, 149)}…` : text)
