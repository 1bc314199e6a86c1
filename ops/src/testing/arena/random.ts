import { createHash } from 'node:crypto'

/** Numbers from 0 to below 1 that depend only on the seed. */
export function randomOf(seed: string): () => number {
  let turn = 0
  return () => {
    const digest = createHash('sha256')
      .update(`${seed} ${(turn += 1)}`)
      .digest()
    return digest.readUIntBE(0, 6) / 2 ** 48
  }
}

/** The same items, shuffled by the seed. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const keyed = items.map((item) => ({ item, key: random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}
