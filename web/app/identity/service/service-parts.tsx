import type { ServiceScope, ServiceView } from '@kura/contract/identity/service'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/service-words.ts'

type Card = Pick<ServiceView, 'name' | 'picture' | 'homepage'>

/** The picture of a service, or its first letter, with its name and site. */
export function ServiceHead({ service, level }: { service: Card; level: 'h2' | 'p' }) {
  const { t, pick } = useWords()
  const Name = level
  return (
    <div className="flex min-w-0 items-center gap-3">
      {service.picture ? (
        <Picture picture={service.picture} alt="" sizes="48px" className="w-12 shrink-0 rounded-card" isFirst />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-12 shrink-0 place-items-center rounded-card border border-line bg-ground text-20 text-main"
        >
          {pick(service.name).slice(0, 1)}
        </span>
      )}
      <div className="grid min-w-0">
        <Name className="text-16 font-semibold text-ink">{pick(service.name)}</Name>
        <a
          href={service.homepage}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-6 items-center text-14 break-all text-indigo-text underline"
        >
          {new URL(service.homepage).host}
          <span className="sr-only"> {t('service.new-tab')}</span>
        </a>
      </div>
    </div>
  )
}

/** What a service may see, one line each. */
export function ScopeList({ scopes }: { scopes: readonly ServiceScope[] }) {
  const { t } = useWords()
  return (
    <ul className="grid gap-2">
      {scopes.map((scope) => (
        <li key={scope} className="flex items-start gap-2 text-14 text-main">
          <Icon name="check" className="size-5 shrink-0 text-indigo-text" />
          {t(`service.scope.${scope}`)}
        </li>
      ))}
    </ul>
  )
}
