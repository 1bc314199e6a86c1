import type { SelectableItemView } from '@kura/contract/shop/issue'

/** What is chosen so far: how many of each item, none of them zero. */
export type Selection = ReadonlyMap<string, number>
/** Pairs as a form repeats its keys: the first item goes with the first count. */
export type Pairs = { itemId: string[]; count: number[] }

type Choice = Pick<SelectableItemView, 'remaining' | 'most'> & { item: Pick<SelectableItemView['item'], 'itemId'> }

export const countOf = (selection: Selection, itemId: string): number => selection.get(itemId) ?? 0

/** How many cards are chosen. */
export const sumOf = (selection: Selection): number => [...selection.values()].reduce((sum, count) => sum + count, 0)

/** The most of an item that may be chosen, regardless of other choices. */
export const mostOf = ({ remaining, most }: Pick<Choice, 'remaining' | 'most'>): number => Math.min(remaining, most)

/**
 * The selection with `count` of an item, none when it is zero. It keeps the order in which items
 * were first chosen.
 */
export function withCount(selection: Selection, itemId: string, count: number): Selection {
  const next = new Map(selection)
  if (count > 0) next.set(itemId, count)
  else next.delete(itemId)
  return next
}

/** Whether one more of an item may be chosen for a pack of `cards` cards. */
export const mayAdd = (selection: Selection, choice: Choice, cards: number): boolean =>
  sumOf(selection) < cards && countOf(selection, choice.item.itemId) < mostOf(choice)

/** The selection without sold-out items; the same object when all remain. */
export function withinLeft(selection: Selection, choices: readonly Choice[]): Selection {
  const kept = [...selection].flatMap(([itemId, count]): [string, number][] => {
    const choice = choices.find(({ item }) => item.itemId === itemId)
    const most = choice ? Math.min(count, mostOf(choice)) : 0
    return most > 0 ? [[itemId, most]] : []
  })
  const next: Selection = new Map(kept)
  return sumOf(next) === sumOf(selection) ? selection : next
}

/** The selection as it is sent. */
export const pairsOf = (selection: Selection): Pairs => ({
  itemId: [...selection.keys()],
  count: [...selection.values()],
})
