import { resolve } from 'node:path'
import { Problem } from '../problem.ts'
import { importCatalogue } from '../supervisor/demo.ts'
import { runningServerEnv } from './server-env.ts'

/** Imports a catalogue folder into the running Kura. */
export async function importFolder(words: string[]): Promise<void> {
  const [folder] = words
  if (!folder) throw new Problem('Which folder?', 'npm run kura -- import <folder>')
  await importCatalogue(resolve(process.env['INIT_CWD'] ?? '.', folder), runningServerEnv(), console.log)
}
