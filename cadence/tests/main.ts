import { agentLimit, memberLimit } from '../src/door.ts'
import { attackCases } from './attack-cases.ts'
import { catalogueCases } from './catalogue-cases.ts'
import { collectionCases } from './collection-cases.ts'
import { deployCases } from './deploy-cases.ts'
import { giftCases } from './gift-cases.ts'
import { saleAttackCases } from './sale-attack-cases.ts'
import { saleCases } from './sale-cases.ts'
import { saleEndCases } from './sale-end-cases.ts'
import { saleSellCases } from './sale-sell-cases.ts'
import { tokenCases } from './token-cases.ts'
import { vaultCases } from './vault-cases.ts'
import { printWeaknesses, weaknessCases } from './weakness-cases.ts'
import { buildWorld, startNetwork, type World } from './world.ts'

/** A promise of the contracts, and its test. */
export type Cases = Record<string, (world: World) => Promise<void>>

const suites: Cases[] = [
  collectionCases,
  catalogueCases,
  tokenCases,
  attackCases,
  saleCases,
  saleSellCases,
  saleEndCases,
  saleAttackCases,
  giftCases,
  vaultCases,
  weaknessCases,
  deployCases,
]

async function runCases(world: World) {
  const pattern = process.argv[2]
  let passed = 0
  let failed = 0
  for (const [sentence, run] of suites.flatMap((suite) => Object.entries(suite))) {
    if (pattern && !sentence.includes(pattern)) continue
    try {
      await run(world)
      passed += 1
      console.log(`ok      ${sentence}`)
    } catch (error) {
      failed += 1
      console.log(`FAILED  ${sentence}\n${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  return { passed, failed }
}

function printCosts(world: World) {
  if (world.costs.size === 0) return
  console.log(`\ncomputation used (a member may use ${memberLimit}, the agent ${agentLimit})`)
  for (const [name, cost] of world.costs) console.log(`${String(cost).padStart(6)}  ${name}`)
}

const network = await startNetwork()
try {
  const world = await buildWorld(network)
  console.log(`contracts at ${world.addresses.Collectible} on ${network.url}`)
  const { passed, failed } = await runCases(world)
  printWeaknesses()
  printCosts(world)
  if (failed > 0) process.exitCode = 1
  console.log(`\n${passed} passed, ${failed} failed`)
} finally {
  await network.close()
}
