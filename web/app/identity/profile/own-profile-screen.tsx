import type { OwnProfileView } from '@kura/contract/identity/member'
import { links } from '../../platform/links.ts'
import type { PageHandle } from '../../ui/page-search.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/section.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { MypageHead } from '../member/member-only.tsx'
import { HandleForm, PrivacyForm } from './address-and-privacy.tsx'
import { ProfileForm } from './profile-form.tsx'
import { WalletPanel } from '../wallet/wallet-needed.tsx'
import '../../words/fan-words.ts'
import '../../words/identity-words.ts'

export const handle = { title: 'own-profile.title' } satisfies PageHandle

export default function OwnProfileScreen() {
  const { t } = useWords()
  const { data, error, mutate } = useCall('showProfile', {}, { revalidateOnFocus: false })
  return (
    <div className="grid max-w-reading gap-6">
      <MypageHead title={t('own-profile.title')} />
      <p className="text-14">{t('own-profile.lead')}</p>
      {data ? (
        <>
          <ProfileForm key={data.userId} profile={data} onSaved={(next) => void mutate(next, { revalidate: false })} />
          <HandleForm
            key={data.handle ?? ''}
            profile={data}
            onSaved={(next) => void mutate(next, { revalidate: false })}
          />
          <PrivacyForm profile={data} onSaved={(next) => void mutate(next, { revalidate: false })} />
          <Identity profile={data} />
          <WalletPanel />
        </>
      ) : error ? (
        <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  )
}

function Identity({ profile }: { profile: OwnProfileView }) {
  const { t } = useWords()
  return (
    <div className="grid gap-4 pt-4">
      <Facts>
        <Fact name={t('own-profile.email')}>
          <span className="break-all">{profile.email}</span>
        </Fact>
        <Fact name={t('own-profile.wallet')}>
          {profile.flowAddress === '' ? (
            t('own-profile.wallet-none')
          ) : (
            <span className="font-mono text-12 break-all">{profile.flowAddress}</span>
          )}
        </Fact>
      </Facts>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={links.member(profile)} look="secondary">
          {t('collection.public')}
        </LinkButton>
        <LinkButton to={links.showcase} look="secondary">
          {t('showcase.edit')}
        </LinkButton>
      </div>
    </div>
  )
}
