import { loadWords } from './browser-i18n.ts'

// Every file that uses words of every way in and of the settings imports this one: a screen is there only once its words are.
await loadWords('identity')
