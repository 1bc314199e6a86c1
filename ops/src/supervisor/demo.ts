import { loadFunction } from './optional-module.ts'
import type { Narrator } from './narrator.ts'

/** placeholder until the server's import lands */
export async function importDemo(narrator: Narrator, env: Record<string, string>): Promise<void> {
  void narrator
  void env
  void loadFunction
}
