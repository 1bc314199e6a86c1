import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSWRConfig } from 'swr'
import { limits } from '@kura/contract/limits'
import type { AccountView } from '@kura/contract/identity/member'
import { links } from '../../platform/links.ts'
import { MailSent } from '../member/mail-sent.tsx'
import { useSentCode } from '../member/use-sent-code.ts'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import type { PageHandle } from '../../ui/page-search.ts'
import { authCodes } from '../session/auth-codes.ts'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { EmailConfirmForm } from './email-confirm-form.tsx'
import { EmailForm } from './email-form.tsx'
import type { EmailKind } from './email-form.tsx'
import { SettingsCard, SettingsPage } from './settings-page.tsx'
import '../../words/identity-words.ts'

const search = declareSearch({ token: 'browser', kind: 'browser' })
export const handle = { search, title: 'email.title' } satisfies PageHandle

/** The address of the account: added or changed here, confirmed by the mailed code or by the link that leads here. */
export default function EmailScreen() {
  const { t } = useWords()
  const query = useSearch(search)
  const token = query.get('token') ?? ''
  const linkKind = query.get('kind') === 'add' ? 'add' : 'change'
  return (
    <SettingsPage title={t('email.title')}>
      {(me, renew) =>
        token === '' ? (
          <ByCode key={me.userId} me={me} renew={renew} />
        ) : (
          <ByLink key={token} kind={linkKind} token={token} me={me} renew={renew} />
        )
      }
    </SettingsPage>
  )
}

type Account = { me: AccountView; renew: (next?: AccountView) => Promise<void> }

function useConfirmed({ renew }: Account) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { mutate } = useSWRConfig()
  return async (next: AccountView): Promise<void> => {
    authCodes.clear('email-add')
    authCodes.clear('email-change')
    await renew(next)
    await mutate((key) => Array.isArray(key) && key[0] === 'showProfile')
    toasts.show({ status: 'success', title: t('email.done') })
    await navigate(links.account)
  }
}

function ByLink({ kind, token, ...account }: Account & { kind: EmailKind; token: string }) {
  const { t } = useWords()
  const handleConfirmed = useConfirmed(account)
  return (
    <>
      <p className="text-14">{t('email.confirm-lead')}</p>
      <SettingsCard>
        <EmailConfirmForm kind={kind} proof={{ token }} me={account.me} onConfirmed={handleConfirmed} />
      </SettingsCard>
    </>
  )
}

function ByCode(account: Account) {
  const { t } = useWords()
  const { me } = account
  // settled when the screen opens: the address that is confirmed here must not turn one form into the other
  const [kind] = useState<EmailKind>(me.email === '' ? 'add' : 'change')
  const { sentTo, code, keep, forget } = useSentCode(kind === 'add' ? 'email-add' : 'email-change')
  const handleConfirmed = useConfirmed(account)
  if (sentTo === undefined)
    return (
      <>
        <p className="text-14">{t(`email.${kind}-lead`)}</p>
        <SettingsCard>
          <EmailForm kind={kind} me={me} onSent={keep} />
        </SettingsCard>
      </>
    )
  return (
    <>
      <div className="text-14">
        <MailSent text={t('email.sent', { email: sentTo, minutes: limits.codeMinutes })} code={code} onOther={forget} />
      </div>
      <SettingsCard>
        <EmailConfirmForm kind={kind} proof={{ email: sentTo }} me={me} onConfirmed={handleConfirmed} />
      </SettingsCard>
    </>
  )
}
