import { loadWords } from './browser-i18n.ts'

// Every file that uses words of the library and the reader imports this one.
await loadWords('library')
