import type { ItemCardView } from '@kura/contract/catalogue/item'
import { ItemCard } from './item-card.tsx'

/** Items in one scrolling row. */
export function ItemRow({ items }: { items: readonly ItemCardView[] }) {
  return (
    <ul className="piece-row">
      {items.map((item) => (
        <li key={item.itemId}>
          <ItemCard item={item} />
        </li>
      ))}
    </ul>
  )
}
