import { Problem } from '../problem.ts'
import { requireServerEnv } from './with-database.ts'

/** Mints one serial of an item into an account, with the same signer and index as the site. */
export async function mint(words: string[]): Promise<void> {
  if (words.length < 2) throw new Problem('Which item, and for whom?', 'npm run kura -- mint <item-id> <address>')
  const { mintByHand } = await import('@kura/server/mint-by-hand')
  await mintByHand(requireServerEnv(), words, console.log)
}
