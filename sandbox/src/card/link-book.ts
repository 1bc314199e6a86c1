import { openJournal } from '../shared/journal.ts'

export type Link = {
  id: string
  orderId: string
  amount: number
  tax: number
  jobCd: string
  method: string
  /** 2: with 3-D Secure. */
  tdFlag: string
  tds2Type: string
  retUrl: string
  completeUrl: string
  cancelUrl: string
  lang: 'ja' | 'en'
  shopName: string
  /** The member whose cards are offered; empty = none. */
  memberId: string
  /** The member who may keep the card; empty = nobody. */
  registMemberId: string
  /** The browser goes back at once instead of seeing a page of the result. */
  skipsResult: boolean
  /** Milliseconds since 1970; after it nobody can pay here. */
  until: number
  isRejected: boolean
  /** The trade, from the first card on. */
  accessId?: string
  /** The buyer wants the card kept. */
  keepsCard?: boolean
}
export type LinkBook = {
  find(id: string): Link | undefined
  byOrder(orderId: string): Link | undefined
  /** Resolves once the link is on disk. */
  save(link: Link): Promise<Link>
  close(): Promise<void>
}

/** Opens the hosted payment pages kept in one file; the last line of a page counts. */
export async function openLinkBook(path: string): Promise<LinkBook> {
  const links = new Map<string, Link>()
  const orders = new Map<string, string>()
  const take = (link: Link) => {
    links.set(link.id, link)
    orders.set(link.orderId, link.id)
  }
  const journal = await openJournal<Link>(path, (records) => [
    ...new Map(records.map((link) => [link.id, link])).values(),
  ])
  journal.records.forEach(take)
  return {
    find: (id) => links.get(id),
    byOrder: (orderId) => links.get(orders.get(orderId) ?? ''),
    async save(link) {
      take(link)
      await journal.append(link)
      return link
    },
    close: () => journal.close(),
  }
}
