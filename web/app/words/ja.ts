import { accountWords } from './ja/account.ts'
import { catalogueWords } from './ja/catalogue.ts'
import { errorWords } from './ja/error.ts'
import { legalWords } from './ja/legal.ts'
import { shellWords } from './ja/shell.ts'
import type { WordsLike } from './word-key.ts'
import type { en } from './en.ts'

/** Every word of the site in Japanese; a key that English has and this lacks does not compile. */
export const ja = {
  ...shellWords,
  ...catalogueWords,
  ...accountWords,
  ...legalWords,
  ...errorWords,
} satisfies WordsLike<typeof en>
