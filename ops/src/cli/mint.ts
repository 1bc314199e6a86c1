import { Problem } from '../problem.ts'
import { loadFunction } from '../supervisor/optional-module.ts'
import { runningServerEnv } from './server-env.ts'

type Mint = (env: Record<string, string>, words: string[], log: (line: string) => void) => Promise<void>

/** Mints one serial of an item into an account, through the same signer and indexer as the web. */
export async function mint(words: string[]): Promise<void> {
  if (words.length < 2)
    throw new Problem('Which item, and for whom?', 'npm run kura -- mint <item-reference> <address>')
  const run = await loadFunction<Mint>('server/src/chain/mint-by-hand.ts', 'mintByHand')
  await run(runningServerEnv(), words, console.log)
}
