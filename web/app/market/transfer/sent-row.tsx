import { Link } from 'react-router'
import type { GiftState, TransferState } from '@kura/contract/states'
import type { TokenCardView } from '@kura/contract/market/token'
import { formatMoment, formatSerial } from '../../platform/format.ts'
import { Badge } from '../../ui/chips.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { languageOf, useWords } from '../../words/use-words.ts'
import type { Translate } from '../../words/use-words.ts'
import { toneOf } from './sent-state.ts'
import '../../words/transfer-words.ts'

type SentRowProps = {
  to: string
  token: TokenCardView
  /** To whom, or from whom. */
  about: string
  at: string
  state: TransferState | GiftState
  /** The state in a word. */
  word: string
}

const tones = { waiting: 'strong', done: 'plain', over: 'attention' } as const

/** A gift or a transfer in a list; the whole row is its link. */
export function SentRow({ to, token, about, at, state, word }: SentRowProps) {
  const { pick, language } = useWords()
  return (
    <li className="relative flex items-center gap-4 rounded-card border border-line bg-surface p-3 transition-colors hover:bg-ground sm:p-4">
      <Picture picture={token.picture} alt="" sizes="56px" className="w-14 shrink-0 rounded-field" />
      <div className="grid min-w-0 grow gap-1 sm:grid-cols-[1fr_auto] sm:items-center sm:gap-x-6">
        <div className="grid min-w-0 gap-0.5">
          <Link to={to} className="stretched line-clamp-2 text-14 leading-[1.5] font-semibold text-ink">
            {pick(token.name)} <span className="tabular">{formatSerial(token.serial)}</span>
          </Link>
          <p className="truncate text-12 text-main" lang={languageOf(about)}>
            {about}
          </p>
          <p className="tabular text-12 text-sub-text">{formatMoment(at, language)}</p>
        </div>
        <div className="flex sm:justify-end">
          <Badge tone={tones[toneOf(state)]}>{word}</Badge>
        </div>
      </div>
      <Icon name="right" className="size-5 text-sub-text" />
    </li>
  )
}

/** The recipient: a member by name, anybody else by wallet or e-mail address. */
export function sentToText(
  { recipient, place }: { recipient: { displayName: string } | null; place: string },
  t: Translate,
): string {
  const name = recipient?.displayName ?? ''
  return name === '' ? t('transfer.to.place', { place }) : t('transfer.to.named', { name })
}
