import type { AirdropView } from '@kura/contract/shop/pack'

type Term = { saleStartsAt: string | null; saleEndsAt: string | null; state: AirdropView['pack']['state'] }
type Given = Pick<AirdropView, 'startsAt' | 'endsAt'> & {
  pack: Pick<AirdropView['pack'], 'saleStartsAt' | 'saleEndsAt' | 'state'>
}

/** When an airdrop can be claimed: within its own term and within that of its pack, so the later start and the earlier end. */
export function termOf({ startsAt, endsAt, pack }: Given): Term {
  const starts = [startsAt, pack.saleStartsAt].filter((at) => at !== null)
  const ends = [endsAt, pack.saleEndsAt].filter((at) => at !== null)
  const byTime = (a: string, b: string): number => Date.parse(a) - Date.parse(b)
  return {
    saleStartsAt: starts.toSorted(byTime).at(-1) ?? null,
    saleEndsAt: ends.toSorted(byTime)[0] ?? null,
    state: pack.state,
  }
}
