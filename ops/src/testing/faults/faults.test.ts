import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSources } from '../../rules/source-file.ts'
import { rootFolder } from '../../settings.ts'
import { faults } from './faults.ts'
import { mutants } from './mutants.ts'

const range = (letter: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => `${letter}${first + n}`)

test('every fault that several processes can show has a row, and only one', () => {
  const expected = [
    ...range('F', 1, 17),
    'F19',
    'F22',
    'F23',
    'F25',
    'F26',
    ...range('A', 29, 35),
    'A46',
    'A47',
    ...range('P', 1, 6),
  ]
  assert.deepEqual(faults.map(({ name }) => name).toSorted(), expected.toSorted())
})

test('every row is proven by a guard that is taken out', () => {
  const proven = new Set(mutants.map(({ row }) => row))
  assert.deepEqual(
    faults.map(({ name }) => name).filter((name) => !proven.has(name)),
    [],
  )
})

test('every point at which a fault is planned is before or after a step of the server', () => {
  const files = readSources(rootFolder).filter(({ path }) => /^(server|ops|cadence)\/src\/.*\.ts$/.test(path))
  const product = files.filter(({ path, isTest }) => !isTest && !path.startsWith('ops/'))
  const found = (pattern: RegExp) => product.flatMap(({ code }) => [...code.matchAll(pattern)])
  const steps = new Set([
    ...found(/\btransaction\([\w.]+, '([\w.-]+)'/g).map(([, name]) => name),
    ...found(/\bstep\('([\w.-]+)'/g).map(([, name]) => name),
    ...found(/\bbackground\.run\('([\w-]+)'/g).map(([, name]) => `background.${name}`),
  ])
  const clients = new Map(found(/\bwithSteps\('(\w+)', (\w+)\(/g).map(([, name = '', builder = '']) => [name, builder]))
  const isCall = (step: string): boolean => {
    const [client = '', method = ''] = step.split('.')
    const builder = clients.get(client)
    const made = product.find(({ code }) => code.includes(`export function ${builder}(`))
    return made !== undefined && new RegExp(`\\b${method}\\b`).test(made.code)
  }
  const planned = files
    .filter(({ path, isTest }) => isTest && !path.endsWith('fault-plan.test.ts'))
    .flatMap(({ code }) => [...code.matchAll(/['`:](?:before|after) ([a-z][\w-]*\.[\w-]+)(?=['`:,])/g)])
    .map(([, step = '']) => step)
  assert.ok(planned.length > 20)
  assert.deepEqual(
    [...new Set(planned)].filter((step) => !steps.has(step) && !isCall(step)),
    [],
  )
})
