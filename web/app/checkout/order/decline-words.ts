import type { WordKey } from '../../words/word-key.ts'
import '../../words/order-words.ts'

// The gateway's codes by their beginnings; the first that fits counts.
const families: readonly (readonly [start: RegExp, word: WordKey])[] = [
  [/^42G02/, 'decline.balance'],
  [/^42G0[35]|^42G55/, 'decline.limit'],
  [/^42G44/, 'decline.code'],
  [/^42G65|^E01170|^E41170099/, 'decline.number'],
  [/^42G83/, 'decline.expiry'],
  [/^E21020002/, 'decline.cancelled'],
  [/^E210102/, 'decline.no-secure'],
  [/^E21/, 'decline.secure'],
  [/^E41170/, 'decline.unsupported'],
  [/^EX10003/, 'decline.token'],
  [/^PAIDY_/, 'decline.paidy'],
  [/^42C|^E61|^E8|^E9/, 'decline.busy'],
]

/** What a member reads for a refused payment, by the gateway's code; an unknown one says only that it was refused. */
export const declineWord = (error: string | null | undefined): WordKey =>
  families.find(([start]) => start.test(error ?? ''))?.[1] ?? 'error.PAYMENT_DECLINED'
