import { Problem } from '../problem.ts'
import { requireServerEnv } from './with-database.ts'

/** Reads the chain again and reports where rows and chain still differ. */
export async function reindex(words: string[]): Promise<void> {
  const from = words[words.indexOf('--from') + 1]
  if (words.includes('--from') && !/^\d+$/.test(from ?? '')) {
    throw new Problem('--from takes the height of a block.', 'npm run kura -- reindex [--from <height>]')
  }
  const { rebuildByHand } = await import('@kura/server/rebuild-by-hand')
  await rebuildByHand(requireServerEnv(), words, console.log)
}
