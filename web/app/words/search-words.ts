import { loadWords } from './browser-i18n.ts'

// Every file that uses words of search imports this one: a part is there only once its words are.
await loadWords('search')
