import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { checkFairness, isProven } from '@kura/contract/fairness'
import { Problem } from '../problem.ts'

const usage = 'npm run kura -- verify-pack <file.json | address of the proof>'
/** A proof of the largest pack is about 40 MB. */
const bytesMost = 100_000_000

const titles = {
  form: 'what was published',
  commitment: 'the hash of the first day',
  cards: 'the cards of every pack',
  order: 'the order of sale',
} as const

/**
 * Checks the published proof of a pack, from a file or an address, on its own: nobody is asked but the one who publishes it. Prints
 * every step; anything but right makes the exit code 1.
 */
export async function verifyPack(words: string[]): Promise<void> {
  const [from, ...rest] = words
  if (from === undefined || from.startsWith('-') || rest.length > 0) throw new Problem('Which proof?', usage)
  const results = await checkFairness(parse(await readProof(from), from))
  for (const { step, result, what } of results) console.log(`${result.padEnd(9)} ${titles[step].padEnd(25)} ${what}`)
  if (isProven(results)) console.log('The pack was dealt before its sale, and nobody picked who gets what.')
  else if (results.some(({ result }) => result === 'wrong')) console.log('This proof does not hold.')
  else console.log('Not everything is published yet; ask again when the sale is over.')
  if (!isProven(results)) process.exitCode = 1
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
