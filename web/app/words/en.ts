import { accountWords } from './en/account.ts'
import { catalogueWords } from './en/catalogue.ts'
import { errorWords } from './en/error.ts'
import { identityWords } from './en/identity.ts'
import { legalWords } from './en/legal.ts'
import { memberWords } from './en/member.ts'
import { orderWords } from './en/order.ts'
import { shellWords } from './en/shell.ts'
import { walletWords } from './en/wallet.ts'

/** Every word of the site in English. */
export const en = {
  ...shellWords,
  ...catalogueWords,
  ...accountWords,
  ...legalWords,
  ...errorWords,
  ...memberWords,
  ...identityWords,
  ...walletWords,
  ...orderWords,
} as const
