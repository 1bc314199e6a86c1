import { useState } from 'react'
import type { ErrorCode } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { WalletChangeView } from '@kura/contract/identity/wallet'
import { call } from '../../platform/api.ts'
import { formatMoment } from '../../platform/format.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button } from '../../ui/button.tsx'
import { dialogs } from '../../ui/dialog-queue.ts'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Fact, Facts } from '../../ui/section.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'

/** Whether a recovery is open: waiting for the operator or for the cooling-off time. */
export const isOpenChange = ({ state }: Pick<WalletChangeView, 'state'>): boolean =>
  state === 'requested' || state === 'approved'

type WalletProgressProps = { change: WalletChangeView; onCancelled: () => void }

/** An open recovery: what happens when, and a button to cancel it. */
export function WalletProgress({ change, onCancelled }: WalletProgressProps) {
  const { t, language } = useWords()
  const [failure, setFailure] = useState<ErrorCode>()
  const { isBusy, work } = useWork()
  const handleCancel = async (): Promise<void> => {
    const question = {
      description: t('wallet-settings.cancel-confirm'),
      confirmTitle: t('wallet-settings.cancel'),
      cancelTitle: t('dialog.close'),
    }
    if (!(await dialogs.confirm(question))) return
    const result = await work(() => call('cancelFlowRecovery', {}))
    if (!result) return
    setFailure(result.ok ? undefined : result.body.errorCode)
    if (result.ok) toasts.show({ status: 'success', title: t('wallet-settings.cancelled') })
    // not found: it has taken effect or ended meanwhile, as the new state shows
    if (result.ok || result.body.errorCode === 'NOT_FOUND') onCancelled()
  }
  return (
    <section className="grid gap-4 rounded-card border border-line bg-indigo-ground p-5 sm:p-6">
      <h2 className="flex items-center gap-2 text-18">
        <Icon name="clock" className="size-6 text-indigo-text" />
        {t('wallet-settings.open')}
      </h2>
      <p className="text-14">
        {change.effectiveAt === null
          ? t('wallet-settings.open-requested', { hours: limits.walletCoolingHours })
          : t('wallet-settings.open-approved', { at: formatMoment(change.effectiveAt, language) })}
      </p>
      <Facts>
        <Fact name={t('wallet-settings.open-next')}>
          <span className="font-mono text-12 break-all">{change.newAddress}</span>
        </Fact>
        <Fact name={t('wallet-settings.open-since')}>
          <span className="tabular">{formatMoment(change.requestedAt, language)}</span>
        </Fact>
      </Facts>
      <FieldError error={failure && t(`error.${failure}`)} />
      <div>
        <Button look="danger" isBusy={isBusy} onClick={() => void handleCancel()}>
          {t('wallet-settings.cancel')}
        </Button>
      </div>
    </section>
  )
}

/** The outcome of the latest recovery, in one line. Nothing while it is open. */
export function LastChange({ change }: { change: WalletChangeView }) {
  const { t, language } = useWords()
  const { state, requestedAt } = change
  if (state === 'requested' || state === 'approved') return null
  return <p className="text-14">{t(`wallet-settings.last.${state}`, { at: formatMoment(requestedAt, language) })}</p>
}
