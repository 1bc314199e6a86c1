import { limits } from '@kura/contract/limits'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import { Block } from './gallery-block.tsx'
import '../../words/gift-words.ts'
import '../../words/market-words.ts'
import '../../words/order-words.ts'
import '../../words/trade-words.ts'
import '../../words/transfer-words.ts'

/** What is told of where a gift, a transfer or a purchase stands, and what a token's history calls its deeds. */
const words: readonly WordKey[] = [
  'gift.text.drafted',
  'gift.text.pending',
  'gift.text.open',
  'gift.text.claimed',
  'gift.text.ending',
  'gift.text.sealed-sent',
  'gift.text.sealed-received',
  'gift.text.given-up',
  'gift.text.failed',
  'gift.end.cancelled',
  'gift.end.expired',
  'gift.end.moved',
  'gift.end.withdrawn',
  'gift.end.undelivered',
  'gift.end.for-recipient',
  'transfer.failed.storage',
  'transfer.state.drafted-text',
  'transfer.state.pending-text',
  'transfer.state.sealed-text',
  'transfer.state.given-up-text',
  'transfer.state.failed-text',
  'trade.delivered.text',
  'trade.undelivered',
  'order.outcome.refunded',
  'order.outcome.refunded.card',
  'market.deed.mint',
  'market.deed.sale',
  'market.deed.gift',
  'market.deed.transfer',
]

/** What a member reads of how something stands that takes its time. */
export function GalleryStates() {
  const { t } = useWords()
  return (
    <Block title="What became of it">
      <ul className="grid w-full gap-2 text-14" data-told>
        {words.map((word) => (
          <li key={word} data-word={word}>
            {t(word, { minutes: limits.transferDraftMinutes })}
          </li>
        ))}
      </ul>
    </Block>
  )
}
