import { loadFunction } from './optional-module.ts'
import type { Narrator } from './narrator.ts'

type Import = (options: {
  folder: string
  env: Record<string, string>
  log: (line: string) => void
}) => Promise<unknown>

/** Imports a catalogue folder with the server's own import. */
export async function importCatalogue(folder: string, env: Record<string, string>, log: (line: string) => void) {
  const run = await loadFunction<Import>('server/src/catalogue/import.ts', 'importCatalogue')
  await run({ folder, env, log })
}

/** On the first start of a site that is not live: the demo catalogue. */
export async function importDemo(narrator: Narrator, env: Record<string, string>): Promise<void> {
  void narrator
  void env
}
