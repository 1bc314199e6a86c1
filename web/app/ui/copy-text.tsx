import { useWords } from '../words/use-words.ts'
import { Icon } from './icon.tsx'
import { toasts } from './toast-queue.ts'

/** A long identifier that can be copied. */
export function CopyText({ text }: { text: string }) {
  const { t } = useWords()
  const handleCopy = async (): Promise<void> => {
    // no clipboard on a page without https: the text can still be selected
    await navigator.clipboard?.writeText(text)
    toasts.show({ id: 'copied', title: t('token.copied'), status: 'success', duration: 2000 })
  }
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 font-mono text-12 break-all text-main">{text}</span>
      <button
        type="button"
        aria-label={`${t('token.copy')}: ${text}`}
        onClick={() => void handleCopy()}
        className="-my-3 inline-flex size-11 shrink-0 items-center justify-center rounded-full text-sub-text hover:text-ink"
      >
        <Icon name="copy" className="size-4" />
      </button>
    </span>
  )
}
