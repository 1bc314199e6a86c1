import { join } from 'node:path'
import { messageOf, spawnNode } from './node-child.ts'
import type { NodeChild } from './node-child.ts'
import type { World } from './world.ts'

/** Starts a reference server of `bench/src/reference` with its input and returns its address. */
export async function startReference(
  world: World,
  file: string,
  given: object,
  env: Record<string, string> = {},
): Promise<NodeChild & { url: string }> {
  const words = [join('bench', 'src', 'reference', file), JSON.stringify(given)]
  const child = spawnNode({ words, env: { ...env, NODE_ENV: 'production' } })
  world.after(() => child.stop())
  const { url } = await messageOf<{ url: string }>(child)
  return { ...child, url }
}
