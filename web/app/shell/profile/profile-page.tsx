import { Suspense, lazy, useState } from 'react'
import { Link } from 'react-router'
import { links } from '../../platform/links.ts'
import { useSession } from '../../platform/session.ts'
import { useSite } from '../../platform/use-site.ts'
import { TokenCard } from '../../market/token/token-card.tsx'
import { LinkButton, Button } from '../../ui/button.tsx'
import { ChipLink, ChipRow } from '../../ui/chips.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PieceGrid, Section } from '../../ui/section.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { FollowButton } from '../../identity/follow/follow-button.tsx'
import { MemberPicture } from '../../identity/follow/member-row.tsx'
import { ProgressList } from '../../catalogue/favorite/progress.tsx'
import { profileTabs, tabHref } from './load-profile.ts'
import type { ProfilePageData } from './load-profile.ts'
import '../../words/fan-words.ts'

const ProfileList = lazy(() => import('./profile-list.tsx').then((module) => ({ default: module.ProfileList })))

/** A member’s public page: who they are, the pieces chosen first, how complete, and their lists. */
export function ProfilePage({ page, here }: { page: ProfilePageData; here: string }) {
  const { t } = useWords()
  const { profile, showcase, series, count, tab } = page
  const name = profile.displayName || t('profile.anonymous')
  return (
    <div className="page grid gap-10 pt-8 md:gap-12 md:pt-12">
      <PageHead
        title={t('profile.title', { name })}
        description={profile.description || t('fan-profile.description', { name, count })}
        canonical={links.member(profile)}
        card={`/images/profiles/${profile.userId}.jpg`}
      />
      <Head page={page} name={name} here={here} />
      {showcase.length > 0 && (
        <Section title={t('showcase.title')}>
          <PieceGrid>
            {showcase.map((token) => (
              <li key={token.tokenId}>
                <TokenCard token={token} isFirst />
              </li>
            ))}
          </PieceGrid>
        </Section>
      )}
      {series.items.length > 0 && (
        <Section title={t('complete.series')}>
          <ProgressList series={series.items} />
        </Section>
      )}
      <section className="grid min-w-0 gap-6">
        <h2 className="sr-only">{t('fan-profile.tabs')}</h2>
        <Tabs page={page} here={here} />
        <Suspense fallback={<Skeleton className="h-80" />}>
          <ProfileList key={tab} page={page} here={here} />
        </Suspense>
      </section>
    </div>
  )
}

function Head({ page: { profile, follows }, name, here }: { page: ProfilePageData; name: string; here: string }) {
  const { t } = useWords()
  const isOwn = useSession()?.userId === profile.userId
  /** What the visitor changed since the page was loaded. */
  const [change, setChange] = useState(0)
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      <MemberPicture member={profile} size="size-20 md:size-24" />
      <div className="grid min-w-60 grow basis-0 gap-2">
        <h1 className="text-24 break-words">{name}</h1>
        {profile.handle !== null && <p className="text-14 text-sub-text">@{profile.handle}</p>}
        {follows && (
          <p className="tabular flex flex-wrap gap-x-4 text-14">
            <Link to={tabHref(here, 'followings')} className="inline-flex min-h-11 items-center hover:underline">
              {t('follow.followings-count', { count: follows.followings })}
            </Link>
            <Link to={tabHref(here, 'followers')} className="inline-flex min-h-11 items-center hover:underline">
              {t('follow.followers-count', { count: Math.max(0, follows.followers + change) })}
            </Link>
          </p>
        )}
        <p className="max-w-reading text-14 whitespace-pre-line">
          {profile.description || t('profile.no-description')}
        </p>
        {profile.flowAddress !== '' && <CopyText text={profile.flowAddress} />}
        <div className="flex flex-wrap gap-3">
          {isOwn ? (
            <LinkButton to={links.settings} look="secondary">
              {t('fan-profile.edit')}
            </LinkButton>
          ) : (
            <FollowButton
              userId={profile.userId}
              name={name}
              onChange={(isFollowing) => setChange(change + (isFollowing ? 1 : -1))}
            />
          )}
          <ShareButton path={links.member(profile)} title={name} />
        </div>
      </div>
    </div>
  )
}

/** Hands the address of the profile to another program, or copies it where there is none to ask. */
function ShareButton({ path, title }: { path: string; title: string }) {
  const { t } = useWords()
  const site = useSite()
  const url = `${site.publicUrl}${path}`
  const handleShare = async (): Promise<void> => {
    if (typeof navigator.share === 'function') {
      // closing the sheet is no failure
      await navigator.share({ title, url }).catch(() => undefined)
      return
    }
    await navigator.clipboard?.writeText(url)
    toasts.show({ id: 'shared', title: t('fan-profile.shared'), status: 'success', duration: 2000 })
  }
  return (
    <Button look="secondary" onClick={() => void handleShare()}>
      <Icon name="link" className="size-5" />
      {t('fan-profile.share')}
    </Button>
  )
}

function Tabs({ page: { profile, tab, count }, here }: { page: ProfilePageData; here: string }) {
  const { t } = useWords()
  const words = {
    collection: t('fan-profile.collection'),
    favorites: t('favorite.title'),
    followings: t('follow.followings'),
    followers: t('follow.followers'),
  }
  return (
    <nav aria-label={t('fan-profile.tabs')} className="min-w-0">
      <ChipRow label={t('fan-profile.tabs')}>
        {profileTabs.map((each) => (
          <ChipLink key={each} to={tabHref(here, each)} isOn={each === tab}>
            {words[each]}
            {each === 'collection' && profile.showsCollection && <span className="tabular">{count}</span>}
          </ChipLink>
        ))}
      </ChipRow>
    </nav>
  )
}
