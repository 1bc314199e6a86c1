import { accountWords, memberWords } from './ja/member.ts'
import { catalogueWords } from './ja/catalogue.ts'
import { errorWords } from './ja/error.ts'
import { shellWords } from './ja/shell.ts'
import type { WordsLike } from './word-key.ts'
import type { en } from './en.ts'

/** The words of every page in Japanese; a key that English has and this lacks does not compile. */
export const ja = {
  ...shellWords,
  ...catalogueWords,
  ...accountWords,
  ...errorWords,
  ...memberWords,
} satisfies WordsLike<typeof en>
