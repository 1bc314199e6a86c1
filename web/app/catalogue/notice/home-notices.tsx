import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BannerView, AnnouncementView } from '@kura/contract/catalogue/notice'
import { isBannerVisible } from '@kura/contract/visibility'
import { useServerNow } from '../../platform/clock.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import { links } from '../../platform/links.ts'
import { formatDay } from '../../platform/format.ts'

/** The banners visible now by the server's clock; a page from the cache corrects itself. */
export function BannerCarousel({
  banners,
  nowMs,
  fallback,
}: {
  banners: readonly BannerView[]
  nowMs: number
  fallback: ReactNode
}) {
  const { t, pick } = useWords()
  const now = useServerNow(nowMs, 30_000)
  const visible = banners.filter((banner) => isBannerVisible(banner, now))
  if (visible.length === 0) return fallback
  return (
    <Carousel
      label={t('carousel.label')}
      slides={visible.map((banner, index) => ({
        key: banner.id,
        title: pick(banner.title),
        body: <Slide banner={banner} isFirst={index === 0} />,
      }))}
    />
  )
}

function Slide({ banner, isFirst }: { banner: BannerView; isFirst: boolean }) {
  const { pick } = useWords()
  const look = 'group relative block overflow-hidden rounded-card'
  const body = (
    <>
      <Picture
        picture={banner.picture}
        alt=""
        sizes="(width >= 1200px) 1200px, 100vw"
        isFirst={isFirst}
        className="rounded-card"
      />
      <span className="block pt-3 text-16 leading-label font-semibold text-ink md:absolute md:inset-x-0 md:bottom-0 md:bg-linear-to-t md:from-black/70 md:to-transparent md:px-8 md:pt-16 md:pb-6 md:text-24 md:text-white">
        {pick(banner.title)}
      </span>
    </>
  )
  // only addresses of this site are routes; anything else is a plain link
  return banner.href.startsWith('/') && !banner.href.startsWith('//') ? (
    <Link to={banner.href} className={look}>
      {body}
    </Link>
  ) : (
    <a href={banner.href} rel="noopener" className={look}>
      {body}
    </a>
  )
}

/** The latest notices, a line each. */
export function NoticeLines({ notices }: { notices: readonly AnnouncementView[] }) {
  const { pick, language } = useWords()
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {notices.map(({ id, title, publishedAt }) => (
        <li key={id}>
          <Link
            to={`${links.announcements}#${encodeURIComponent(id)}`}
            className="flex min-h-13 flex-col justify-center gap-x-6 px-4 py-3 text-14 text-ink hover:underline sm:flex-row sm:items-baseline sm:justify-start"
          >
            <time dateTime={publishedAt} className="tabular w-32 shrink-0 text-12 text-sub-text">
              {formatDay(publishedAt, language)}
            </time>
            <span className="line-clamp-2">{pick(title)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
