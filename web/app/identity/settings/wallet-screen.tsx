import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useSWRConfig } from 'swr'
import type { AccountView } from '@kura/contract/identity/account'
import { BotWidget } from '../captcha/bot-widget.tsx'
import { WalletPanel } from '../wallet/wallet-needed.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { renewSession } from '../session/keep-session.ts'
import { useCall } from '../../platform/swr.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Fact, Facts } from '../../ui/section.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useLinkWallet } from '../wallet/use-link-wallet.ts'
import { useWalletState } from '../wallet/use-wallet-state.ts'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import { SettingsCard, SettingsPage } from './settings-page.tsx'
import { WalletChange, WalletRecovery } from './wallet-change.tsx'
import { LastChange, WalletProgress, isOpenChange } from './wallet-progress.tsx'
import '../../words/identity-words.ts'

export const handle = { title: 'wallet-settings.title' } satisfies PageHandle

export default function WalletScreen() {
  const { t } = useWords()
  return (
    <SettingsPage title={t('wallet-settings.title')}>
      {(me, renew) =>
        me.flowAddress === '' ? (
          <>
            <p className="text-14">{t('wallet-settings.none')}</p>
            <WalletPanel />
          </>
        ) : (
          <Linked me={me} renewMe={() => renew()} />
        )
      }
    </SettingsPage>
  )
}

function Linked({ me, renewMe }: { me: AccountView; renewMe: () => Promise<void> }) {
  const { mutate: mutateAll } = useSWRConfig()
  const { data, error, mutate } = useCall('showFlowRecovery', {})
  const change = data?.change ?? null
  const handleChanged = async (): Promise<void> => {
    await renewSession()
    await renewMe()
    await mutate()
    await mutateAll((key) => Array.isArray(key) && key[0] === 'showProfile')
  }
  return (
    <>
      <SettingsCard>
        <Address address={me.flowAddress} />
        {change && <LastChange change={change} />}
      </SettingsCard>
      {!data && error && <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton className="h-24" />}
      {change && isOpenChange(change) && <WalletProgress change={change} onCancelled={() => void mutate()} />}
      {data && !(change && isOpenChange(change)) && (
        <Ways key={change?.changeId} me={me} onChanged={handleChanged} onAsked={() => void mutate()} />
      )}
    </>
  )
}

function Address({ address }: { address: string }) {
  const { t } = useWords()
  const linkWallet = useLinkWallet()
  const { hasCollection, isUnknown, isAsking, renew } = useWalletState(address)
  const handleCreate = async (): Promise<void> => {
    // the wallet may have created it despite the failure
    await linkWallet({ onError: () => void renew() })
    await renew()
  }
  return (
    <>
      <Facts>
        <Fact name={t('wallet-settings.address')}>
          <CopyText text={address} />
        </Fact>
        <Fact name={t('wallet-settings.vault')}>
          {hasCollection === undefined && !isUnknown && <Skeleton className="h-5 w-24" />}
          {hasCollection === undefined && isUnknown && t('wallet-settings.vault-unknown')}
          {hasCollection === true && t('wallet-settings.vault-ready')}
          {hasCollection === false && t('wallet-settings.vault-missing')}
        </Fact>
      </Facts>
      {isAsking && <BotWidget />}
      {hasCollection === false && (
        <div>
          <Button onClick={() => void handleCreate()}>{t('wallet-settings.vault-create')}</Button>
        </div>
      )}
    </>
  )
}

type WaysProps = { me: AccountView; onChanged: () => Promise<void>; onAsked: () => void }

/** The two ways to another wallet, one open at a time: an open one fetches a nonce. */
function Ways({ me, onChanged, onAsked }: WaysProps) {
  const [open, setOpen] = useState<'change' | 'recover'>()
  const toggle = (way: 'change' | 'recover') => () => setOpen(open === way ? undefined : way)
  return (
    <div className="grid gap-3">
      <Fold word="wallet-settings.change" isOpen={open === 'change'} onToggle={toggle('change')}>
        <WalletChange address={me.flowAddress} onChanged={onChanged} />
      </Fold>
      <Fold word="wallet-settings.recover" isOpen={open === 'recover'} onToggle={toggle('recover')}>
        <WalletRecovery me={me} onAsked={onAsked} />
      </Fold>
    </div>
  )
}

type FoldProps = { word: WordKey; isOpen: boolean; onToggle: () => void; children: ReactNode }

function Fold({ word, isOpen, onToggle, children }: FoldProps) {
  const { t } = useWords()
  const id = useId()
  return (
    <section className="rounded-card border border-line bg-surface">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-13 w-full items-center justify-between gap-4 rounded-card px-5 py-3 text-left text-16 font-semibold text-ink sm:px-6"
          onClick={onToggle}
        >
          {t(word)}
          <Icon name="down" className={classes('size-5 text-sub-text transition-transform', isOpen && 'rotate-180')} />
        </button>
      </h2>
      <div id={id} hidden={!isOpen} className="px-5 pb-5 sm:px-6 sm:pb-6">
        {isOpen && children}
      </div>
    </section>
  )
}
