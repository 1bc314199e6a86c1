import { accountWords } from './en/account.ts'
import { catalogueWords } from './en/catalogue.ts'
import { errorWords } from './en/error.ts'
import { legalWords } from './en/legal.ts'
import { shellWords } from './en/shell.ts'

/** Every word of the site in English. */
export const en = {
  ...shellWords,
  ...catalogueWords,
  ...accountWords,
  ...legalWords,
  ...errorWords,
} as const
