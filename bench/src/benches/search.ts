import { alternate, comparedFigure, plainFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { latency } from '../load/run-load.ts'
import { fillSearch, tokensPerWork } from '../world/fill-search.ts'
import { startShop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

/** What visitors search for, in a catalogue of this many works. */
const searches: Record<string, (works: number) => string[]> = {
  'a common word': () => ['金魚', '月夜'],
  'a word in kana or Latin letters': () => ['きつね', 'kitsune', 'キンギョ', 'kingyo'],
  'the name of one work': (works) => [`金魚の浜 ${lastNumber(works)}`, `Goldfish shore ${lastNumber(works)}`],
  'two words': () => ['花火 狐', 'moon crane'],
  'a series': () => ['見本シリーズ2', 'sample series 3'],
  'what every work has around it': () => ['見本工房', 'みほん'],
  'a word with a wrong letter': () => ['きんぎゅ', 'goldfsh', 'とうろそ'],
  'what nothing has': () => ['zzzzqqqq', '蒸気機関車'],
}

/** What suggestions are asked for: texts as they are typed. */
const typed: Record<string, (works: number) => string[]> = {
  'the first letters': () => ['き', 'm', '月', 'きん', 'mo'],
  'a word': () => ['きんぎょ', 'moonlit', '金魚', '朝霧'],
  'most of a name': (works) => [`金魚の浜 ${String(lastNumber(works)).slice(0, 2)}`, '花火の狐', 'misty tow'],
  'a wrong letter': () => ['きんぎゅ', 'goldfsh'],
}

/** The number of the newest work with this name: one in eighty has it. */
const lastNumber = (works: number): number => works - ((works - 79) % 80)

type Catalogue = { url: string; works: number }

/** How long a search and its suggestions take among many and among few works, one request at a time. */
export async function searchBench(world: World): Promise<Figure[]> {
  const { fewWorks, manyWorks } = world.sizes
  const [few, many] = [await openCatalogue(world, fewWorks), await openCatalogue(world, manyWorks)]
  const suggest = '/api/search/suggestions'
  const figures: Figure[] = []
  for (const [name, base, questions] of [
    ['search for', '/api/search', searches],
    ['suggestions for', suggest, typed],
  ] as const) {
    const pathsOf = (words: string[]) => words.map((q) => `${base}?q=${encodeURIComponent(q)}`)
    for (const [question, wordsFor] of Object.entries(questions))
      figures.push(
        ...(await compare(world, `${name} ${question}`, ['p50'], few, many, (works) => pathsOf(wordsFor(works)))),
      )
    const all = (works: number) => pathsOf(Object.values(questions).flatMap((wordsFor) => wordsFor(works)))
    figures.push(...(await compare(world, `${name} all of these`, ['p50', 'p99'], few, many, all)))
  }
  figures.push(...(await compare(world, 'what is popular', ['p50', 'p99'], few, many, () => [suggest])))
  await Promise.all([few.stop(), many.stop()])
  return figures
}

async function openCatalogue(world: World, works: number) {
  world.say(`filling a search of ${works} works and ${works * tokensPerWork} tokens`)
  const { url, sql } = await world.newDatabase()
  await fillSearch(sql, works)
  return { ...(await startShop(world, url, { ROLE: 'web' })), works }
}

async function compare(
  world: World,
  question: string,
  values: ('p50' | 'p99')[],
  few: Catalogue,
  many: Catalogue,
  pathsFor: (works: number) => string[],
): Promise<Figure[]> {
  const { rounds, secondsPerRun } = world.sizes
  const late: { few: number[]; many: number[] } = { few: [], many: [] }
  const run = async (of: 'few' | 'many') => {
    const { url, works } = of === 'few' ? few : many
    const { medianMs, lateMs } = await latency({ url, paths: pathsFor(works), seconds: secondsPerRun / 2 })
    late[of].push(lateMs)
    return medianMs
  }
  await run('many')
  await run('few')
  for (const each of Object.values(late)) each.length = 0
  const median = await alternate(
    rounds,
    () => run('many'),
    () => run('few'),
  )
  const line = (value: string) => ({
    name: `${question}, at ${many.works} works, ${value}`,
    unit: 'ms',
    reference: `at ${few.works} works`,
    goal: { atMost: 1.5 },
  })
  const figures = [comparedFigure(line('p50'), median)]
  if (!values.includes('p99')) return figures
  const { name, unit } = line('p99')
  return [
    ...figures,
    comparedFigure(line('p99'), { own: late.many, reference: late.few }),
    plainFigure({ name: `${name}, by itself`, unit, goal: { atMost: 5 } }, late.many),
  ]
}
