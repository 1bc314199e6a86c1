import { loadWords } from './browser-i18n.ts'

// Every file that uses words of follows, favourites and completion imports this one.
await loadWords('fan')
