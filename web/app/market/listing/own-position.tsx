import type { ApiOutput } from '@kura/contract/api'
import { links } from '../../platform/links.ts'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/market-words.ts'

type Control = ApiOutput<'showItemControl'>
const acts = ['buy', 'list', 'gift', 'transfer'] as const
/** The interval of the listings next to it, so that the two do not disagree for long. */
const refreshMs = 10_000

/** What the member may do with pieces of an item, and why not; nothing for guests. */
export function OwnPosition({ itemId }: { itemId: string }) {
  const session = useSession()
  const { data } = useCall('showItemControl', session === undefined ? null : { params: { itemId } }, {
    refreshInterval: refreshMs,
    refreshWhenHidden: false,
  })
  if (session === undefined || data === undefined) return null
  return <Position control={data} />
}

function Position({ control }: { control: Control }) {
  const { t } = useWords()
  const reasons = new Set(acts.map((act) => control[act].reason))
  const [only] = reasons
  const ownsSome = control.transfer.isAllowed || control.list.reason === 'listed-already'
  return (
    <section aria-labelledby="position-title" className="grid gap-3 rounded-card border border-line bg-surface p-5">
      <h2 id="position-title" className="text-16">
        {t('market.position')}
      </h2>
      {reasons.size === 1 && only ? (
        <p className="text-14">{t(`market.position.${only}`)}</p>
      ) : (
        <Verdicts control={control} />
      )}
      {only === 'wallet-required' && (
        <LinkButton to={links.wallet} look="secondary" isWide>
          {t('market.position.to-wallet')}
        </LinkButton>
      )}
      {ownsSome && (
        <LinkButton to={links.collection} look="secondary" isWide>
          {t('market.position.to-collection')}
        </LinkButton>
      )}
    </section>
  )
}

function Verdicts({ control }: { control: Control }) {
  const { t } = useWords()
  return (
    <dl className="grid gap-2 text-14">
      {acts.map((act) => {
        const { isAllowed, reason } = control[act]
        return (
          <div key={act} className="grid grid-cols-[72px_1fr] gap-2 leading-label">
            <dt className="text-sub-text">{t(`market.position.${act}`)}</dt>
            <dd className="flex items-start gap-1.5 text-ink">
              {isAllowed && <Icon name="check" className="size-4 shrink-0 text-success-text" />}
              <span>{t(`market.position.${reason ?? 'allowed'}`)}</span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
