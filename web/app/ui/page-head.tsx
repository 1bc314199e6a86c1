import type { Picture } from '@kura/contract/ids'
import { useSite } from '../platform/use-site.ts'

/** Title, description and preview picture of a page; React puts them into the head. */
export function PageHead({
  title,
  description,
  picture,
  isHidden = false,
}: {
  title: string
  description?: string | undefined
  picture?: Picture | null | undefined
  /** Keeps the page out of search engines. */
  isHidden?: boolean
}) {
  const site = useSite()
  const full = `${title} | ${site.name}`
  const widest = picture?.sizes.at(-1)
  return (
    <>
      <title>{full}</title>
      {description !== undefined && <meta name="description" content={shorten(description)} />}
      {isHidden && <meta name="robots" content="noindex" />}
      <meta property="og:title" content={full} />
      <meta property="og:site_name" content={site.name} />
      {picture && widest !== undefined && (
        <meta property="og:image" content={`${site.publicUrl}/images/media/${picture.id}-${widest}.webp`} />
      )}
    </>
  )
}

const shorten = (text: string): string => (text.length > 150 ? `${text.slice(0, 149)}…` : text)
