import { transactionPage } from '../platform/chain-pages.ts'
import { useSite } from '../platform/use-site.ts'
import { useWords } from '../words/use-words.ts'

/** The id of a transaction, linked to an explorer. */
export function TransactionLink({ txId }: { txId: string }) {
  const { t } = useWords()
  const { flow } = useSite()
  return (
    <p className="text-12 break-all text-sub-text">
      {t('step.transaction')}{' '}
      <a
        href={transactionPage(flow, txId)}
        target="_blank"
        rel="noreferrer"
        className="font-mono text-indigo-text underline"
      >
        {txId}
      </a>
    </p>
  )
}
