import { useRouteLoaderData } from 'react-router'
import type { MaintenanceView } from '@kura/contract/catalogue/notice'
import { useServerNow } from '../../platform/clock.ts'
import { formatMoment } from '../../platform/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'

/** Says on every page which maintenance runs or is planned next. */
export function MaintenanceNotice() {
  const [next] = useRouteLoaderData<{ maintenance?: readonly MaintenanceView[] }>('root')?.maintenance ?? []
  return next ? <Notice maintenance={next} /> : null
}

function Notice({ maintenance }: { maintenance: MaintenanceView }) {
  const { t, pick, language } = useWords()
  const now = useServerNow(undefined, 30_000)
  if (now !== undefined && now >= Date.parse(maintenance.endDate)) return null
  const times = {
    from: formatMoment(maintenance.startDate, language),
    until: formatMoment(maintenance.endDate, language),
  }
  const text = pick(maintenance.text)
  return (
    <div className="page pt-4">
      <section
        aria-label={t('maintenance.title')}
        className="grid gap-1 rounded-card border border-attention bg-attention-ground p-4 text-14 sm:px-6"
      >
        <p className="flex items-center gap-2 text-16 font-semibold text-ink">
          <Icon name="warning" className="size-5 shrink-0 text-attention-text" />
          {t('maintenance.title')}
        </p>
        <p>
          {t(`maintenance.${maintenance.mode}`, times)} {t('maintenance.begun')}
        </p>
        {text !== '' && <p className="whitespace-pre-line">{text}</p>}
      </section>
    </div>
  )
}
