import { requireServerEnv } from './with-database.ts'

/** Reads the chain again and says where rows and chain still differ. */
export async function reindex(words: string[]): Promise<void> {
  const { rebuildByHand } = await import('@kura/server/chain/rebuild-by-hand')
  await rebuildByHand(requireServerEnv(), words, console.log)
}
