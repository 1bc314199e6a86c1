import type { ApiOutput } from '@kura/contract/api'
import { links } from '../../platform/links.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/chips.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/selling-words.ts'

type Way = NonNullable<ApiOutput<'showSellToken'>['underWay']>

/** A gift or a transfer of the piece that is not over: nothing else can be done with it, and this is the way to it. */
export function UnderWay({ underWay: { kind, id, state } }: { underWay: Way }) {
  const { t } = useWords()
  return (
    <div className="grid justify-items-start gap-3">
      <Badge tone="strong">{t(kind === 'gift' ? 'token.state.gifting' : 'token.state.moving')}</Badge>
      <p className="text-14">{t(textOf(state))}</p>
      <LinkButton to={kind === 'gift' ? links.giftOf(id) : links.transferOf(id)} look="secondary">
        {t(kind === 'gift' ? 'own.to-gift' : 'own.to-transfer')}
      </LinkButton>
    </div>
  )
}

function textOf(state: Way['state']) {
  if (state === 'open') return 'own.under-way.open'
  if (state === 'ending') return 'own.under-way.ending'
  return 'own.under-way.sent'
}
