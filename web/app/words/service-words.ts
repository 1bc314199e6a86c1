import { loadWords } from './browser-i18n.ts'

// Every file that uses words of connected services imports this one.
await loadWords('service')
