import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkFairness, isConsistent } from '@kura/contract/shop/fairness'
import { PackFairness } from '@kura/contract/shop/pack'
import { Problem } from '../problem.ts'
import { compareAnchors } from './compare-anchors.ts'
import type { Compared, Known } from './compare-anchors.ts'

const usage =
  'npm run kura -- verify-pack <file.json | address of the proof> [--commitment <hex>] [--node <access node>]'
/** A proof of the largest pack is about 40 MB. */
const bytesMost = 100_000_000

const titles = {
  form: 'what was published',
  commitment: 'the hash of the deal',
  cards: 'the cards of every pack',
  order: 'the order of sale',
} as const
const anchorTitles = { commitment: 'the hash you noted', block: 'the block of the chain' } as const

/**
 * Checks the published proof of a pack, from a file or an address. First checks that the proof is
 * consistent, offline; then compares it with the commitment and the node that were given. Names
 * what remains to compare. Anything wrong, unknown or not published yet sets exit code 1.
 */
export async function verifyPack(words: string[]): Promise<void> {
  const { from, known } = readWords(words)
  const json = parse(await readProof(from), from)
  const steps = await checkFairness(json)
  for (const { step, result, what } of steps) say(result, titles[step], what)
  const isWrong = steps.some(({ result }) => result === 'wrong')
  const compared = isWrong ? [] : await compareAnchors(PackFairness.parse(json), known)
  for (const { anchor, result, what } of compared) say(result, anchorTitles[anchor], what)
  if (isWrong || compared.some(({ result }) => result === 'wrong')) console.log('This proof does not hold.')
  else if (!isConsistent(steps)) console.log('Not everything is published yet; ask again when the sale is over.')
  else if (compared.some(({ result }) => result === 'unknown')) console.log('The node did not say; ask another one.')
  else console.log(conclude(compared))
  if (!isConsistent(steps) || compared.some(({ result }) => result !== 'right' && result !== 'open'))
    process.exitCode = 1
}

const say = (result: string, title: string, what: string) =>
  console.log(`${result.padEnd(9)} ${title.padEnd(25)} ${what}`)

function conclude(compared: readonly Compared[]): string {
  const open = compared.filter(({ result }) => result === 'open')
  if (open.length === 0) return 'The packs were sold as they were committed to before the sale.'
  const left = open.map(({ anchor, what }) =>
    anchor === 'commitment'
      ? `- commitment ${what} is the one you noted before the sale (--commitment <hex>)`
      : `- block ${what} on any access node of the chain (--node <url>)`,
  )
  return ['The proof fits itself. It shows nothing until you have compared:', ...left].join('\n')
}

function readWords(words: string[]): { from: string; known: Known } {
  const { values, positionals } = parsed(words)
  const [from, ...rest] = positionals
  if (from === undefined || rest.length > 0) throw new Problem('Which proof?', usage)
  const { commitment, node } = values
  if (commitment !== undefined && !/^[0-9a-f]{64}$/i.test(commitment))
    throw new Problem(`${commitment} is no SHA-256 in hexadecimal.`, usage)
  if (node !== undefined && !/^https?:\/\/./.test(node)) throw new Problem(`${node} is no address of a node.`, usage)
  // access nodes are given with or without the version of the API
  return { from, known: { commitment, node: node?.replace(/\/(v1\/?)?$/, '') } }
}

function parsed(words: string[]) {
  try {
    const options = { commitment: { type: 'string' }, node: { type: 'string' } } as const
    return parseArgs({ args: words, allowPositionals: true, options })
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}

async function readProof(from: string): Promise<string> {
  try {
    if (!/^https?:\/\//.test(from)) return await readFile(resolve(process.env['INIT_CWD'] ?? '.', from), 'utf8')
    const answer = await fetch(from, { signal: AbortSignal.timeout(60_000), headers: { accept: 'application/json' } })
    if (!answer.ok) throw new Error(`the server answers ${answer.status}`)
    const text = await answer.text()
    if (text.length > bytesMost) throw new Error('it is too large for a proof')
    return text
  } catch (error) {
    const { cause, message } = error as Error
    throw new Problem(`${from} cannot be read: ${(cause as Error | undefined)?.message ?? message}.`, usage)
  }
}

function parse(text: string, from: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem(`${from} is not JSON.`, usage)
  }
}
