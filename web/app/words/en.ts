import { accountWords, memberWords } from './en/member.ts'
import { catalogueWords } from './en/catalogue.ts'
import { errorWords } from './en/error.ts'
import { shellWords } from './en/shell.ts'

/** The words of every page in English. */
export const en = {
  ...shellWords,
  ...catalogueWords,
  ...accountWords,
  ...errorWords,
  ...memberWords,
} as const
