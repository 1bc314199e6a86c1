import assert from 'node:assert/strict'
import { storyOf } from '../storm/figures.ts'
import { runStorm } from '../storm/run-storm.ts'
import type { Fault, Scene } from './scene.ts'

async function storm(scene: Scene, declines: number, lost: number): Promise<string> {
  const { arena, seed, size } = scene
  const plan = { buyers: size(60, 2000), packs: size(12, 100), seed, declines, lost }
  const figures = await runStorm(arena, plan, scene.say)
  assert.deepEqual(figures.violations, [])
  return storyOf(figures)
}

export const oversell: Fault[] = [
  { name: 'F1', title: 'many more buyers than packs at once', run: (scene) => storm(scene, 0, 0) },
  {
    name: 'F2',
    title: 'cards declined and buyers lost in 3-D Secure: all are sold in the end',
    run: (scene) => storm(scene, 30, 10),
  },
]
