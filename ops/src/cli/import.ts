import { join, resolve } from 'node:path'
import { Problem } from '../problem.ts'
import { readSettings } from '../settings.ts'
import { importInto } from './import-into.ts'
import { runningServerEnv, withDatabase } from './with-database.ts'

/**
 * Imports a catalogue folder into Kura, running or stopped. With --dry-run, only checks the folder.
 */
export async function importFolder(words: string[]): Promise<void> {
  const folder = words.find((word) => !word.startsWith('-'))
  if (!folder) throw new Problem('Which folder?', 'npm run kura -- import <folder>')
  const mediaDir = runningServerEnv()?.['MEDIA_DIR'] ?? process.env['MEDIA_DIR'] ?? join(readSettings().home, 'media')
  const contentDir = runningServerEnv()?.['CONTENT_DIR'] ?? process.env['CONTENT_DIR']
  const options = {
    folder: resolve(process.env['INIT_CWD'] ?? '.', folder),
    mediaDir,
    contentDir,
    dryRun: words.includes('--dry-run'),
  }
  await withDatabase((databaseUrl) => importInto({ ...options, databaseUrl, log: console.log }))
}
