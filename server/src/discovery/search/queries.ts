import { searchCountMost, searchKinds } from '@kura/contract/discovery/search'
import type { SearchKind } from '@kura/contract/discovery/search'
import { isShown, shownName, shownThumbnail } from '../../identity/member/shown-member-queries.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/queries.ts'

/**
 * A search as the index understands it: the spellings of the whole text, and those of each of its
 * words. Every word must be found, in one of its spellings.
 */
export type SearchTerms = { wholes: string[]; words: string[][] }

/** The forms of texts, as documents keep them. */
export const listForms = (db: Db, texts: string[]) => db<{ form: string }[]>`
  select search_form(text) as form from unnest(${texts}::text[]) with ordinality t (text, n) order by n`

/** Rows of hits, those of a kind beginning with `n` = 1, and how many that kind has (101: more). */
export type HitRow = { kind: SearchKind; count: number; hit: string }

export type HitPage = {
  kind: SearchKind | undefined
  limit: number
  offset: number
  /** So many of each kind are searched for; counts go no further. */
  most: number
  excludesRegulated: boolean
}

/**
 * The best hits of each kind from `offset`. Names equal to the text come first, then names that
 * begin with it, then names that hold it, then things whose series, artist or category has it.
 */
export const findHits = (
  db: Db,
  { wholes, words }: SearchTerms,
  { kind, limit, offset, most, excludesRegulated }: HitPage,
) => {
  const begins = (form: string) => allOf([lexeme('^', [...form].slice(0, 6).join('')), pieceQuery('.', form)])
  const within = (marks: ('.' | '-')[]) =>
    allOf(words.map((forms) => anyOf(forms.flatMap((form) => marks.map((mark) => pieceQuery(mark, form))))))
  const lines = linesOf(wholes)
  const patterns = patternsOf(words)
  const tiers: Matching[] = [
    { pieces: anyOf(wholes.map((form) => lexeme('=', [...form].slice(0, nameMost).join('')))) },
    { pieces: anyOf(wholes.map(begins)), ...(isShort(wholes) ? {} : { wholes: lines }) },
    { pieces: within(['.']), ...(isShort(words.flat()) ? {} : { words: patterns }) },
  ]
  // a name may have in one word what was typed in several; the first form is that of the text itself
  const joinedWords = words.length === 1 ? [] : wholes.slice(1).map(begins)
  const all = (marks: ('.' | '-')[]): Matching => ({
    pieces: anyOf([within(marks), ...joinedWords]),
    ...(isShort([...wholes, ...words.flat()]) ? {} : { wholes: lines, words: patterns }),
    withAround: marks.includes('-'),
  })
  const inOwn = patterns.map((forms) => db`h.own_form like any(${forms})`)
  return db<HitRow[]>`
    with best as materialized (
      select h.*, case when h.own_form || E'\n' like any(${wholes.flatMap((form) => [`${like(form)}\n%`, `%\n${like(form)}\n%`])}) then 0
                       when h.own_form like any(${lines}) then 1 when ${joined(db, inOwn)} then 2 else 3 end as tier
        from (select * from ${searchBest(db, all(['.', '-']), db`'{item,pack}'::text[]`, { most, excludesRegulated })}
              union all
              select * from ${searchBest(db, all(['.']), db`'{series,artist,member,category}'::text[]`, { most, excludesRegulated })}) h),
    open_0 as materialized (select kind, max(tier) as worst from best where not is_all group by kind),
    ${tierTables(db, tiers, { most, excludesRegulated })}
    found as (
      select kind, id, max(rank) as rank, min(tier) as tier
        from (select kind, id, rank, tier from best union all ${foundIn(db, tiers)}) f group by kind, id),
    numbered as (
      select kind, id, row_number() over (partition by kind order by tier, rank desc, id) as n,
             least(count(*) over (partition by kind), ${searchCountMost + 1})::int as count from found)
    select c.kind, c.count, ${hitJson(db)}::text as hit
      from numbered c ${hitTables(db)}
     where c.n = 1 or (c.n > ${offset} and c.n <= ${offset + limit} ${kind === undefined ? db`` : db`and c.kind = ${kind}`})
     order by array_position(${[...searchKinds]}::text[], c.kind), c.n`
}

/** The best hits of names with one of these words, those of the first group of words first. */
export const findNearHits = (
  db: Db,
  groups: string[][],
  { limit, excludesRegulated }: Pick<HitPage, 'limit' | 'excludesRegulated'>,
) => {
  const tiers = groups.map((words) => ({ pieces: anyOf(words.map((word) => lexeme('~', word))) }))
  const kinds = searchKinds.filter((kind) => kind !== 'member')
  return db<{ hit: string }[]>`
    with open_0 as materialized (select kind, ${tiers.length}::int as worst from unnest(${kinds}::text[]) kind),
    ${tierTables(db, tiers, { most: limit, excludesRegulated })}
    found as (select kind, id, max(rank) as rank, min(tier) as tier from (${foundIn(db, tiers)}) f group by kind, id),
    numbered as (select kind, id, row_number() over (order by tier, rank desc, id) as n from found)
    select ${hitJson(db)}::text as hit from numbered c ${hitTables(db)} where c.n <= ${limit} order by c.n`
}

/** Which documents match. */
type Matching = {
  /** What their pieces match, as a tsquery for any kind. */
  pieces: string
  /** Patterns of which their own lines have one; `words` will do as well. */
  wholes?: string[]
  /** For each word, patterns of which their lines have one. */
  words?: string[][]
  /** Whether words may also be in the lines around them. */
  withAround?: boolean
}

const searchBest = (
  db: Db,
  { pieces, wholes = [], words = [], withAround = false }: Matching,
  kinds: Fragment,
  { most, excludesRegulated }: Pick<HitPage, 'most' | 'excludesRegulated'>,
): Fragment => db`
  search_best(${kinds}, ${pieces}, ${wholes}::text[], ${words}::text[], ${withAround}, ${most}, ${excludesRegulated})`

/**
 * The tables of tiers, best first. A tier is read for the kinds that need more than those before, if
 * their `worst` known hit is of a worse tier: else the best of rank are of this tier anyway.
 */
const tierTables = (
  db: Db,
  tiers: Matching[],
  { most, excludesRegulated }: Pick<HitPage, 'most' | 'excludesRegulated'>,
): Fragment =>
  db`${tiers.map((tier, at) => {
    const [open, next, found] = [
      db.unsafe(`open_${at}`),
      db.unsafe(`open_${at + 1}`),
      db.unsafe(`found_${at}`),
    ] as const
    const kinds = db`array(select kind from ${open} where worst > ${db.unsafe(`${at}`)})`
    return db`
    ${found} as materialized (
      select h.kind, h.id, h.rank, ${db.unsafe(`${at}`)} as tier from ${searchBest(db, tier, kinds, { most, excludesRegulated })} h),
    ${next} as materialized (
      select * from ${open} o where (select count(*) from ${found} f where f.kind = o.kind) < ${most}),`
  })}`

const foundIn = (db: Db, tiers: Matching[]): Fragment =>
  db`${tiers.map((_, at) => db`${at === 0 ? db`` : db` union all `}select * from ${db.unsafe(`found_${at}`)}`)}`

const joined = (db: Db, conditions: Fragment[]): Fragment =>
  db`${conditions.map((condition, at) => (at === 0 ? condition : db` and ${condition}`))}`

/** How the lines of a document are when a name or a word of it begins with the text. */
const linesOf = (wholes: string[]): string[] =>
  wholes.flatMap((form) => [`${like(form)}%`, `%\n${like(form)}%`, `% ${like(form)}%`])

/** The patterns of words; an array has as many of each word. */
const patternsOf = (words: string[][]): string[][] => {
  const most = Math.max(...words.map((forms) => forms.length))
  return words.map((forms) => Array.from({ length: most }, (_, at) => `%${like(forms[at] ?? forms[0] ?? '')}%`))
}

const firstLetters = (form: string): string => [...form].slice(0, 3).join('')

const isShort = (forms: string[]): boolean => forms.every((form) => firstLetters(form) === form)

/** Pieces that together are the form: more of them would find no other documents. */
function pieceQuery(mark: '.' | '-', form: string): string {
  const letters = [...form]
  const starts = letters.map((_, at) => at).filter((at) => at % 3 === 0)
  const pieces = starts.map((at) =>
    letters
      .slice(Math.max(0, Math.min(at, letters.length - 3)))
      .slice(0, 3)
      .join(''),
  )
  return allOf([...new Set(pieces)].map((piece) => lexeme(mark, piece)))
}

/** A whole name is indexed by so many of its letters. */
const nameMost = 200

const anyOf = (queries: string[]): string => `(${queries.join('|')})`
const allOf = (queries: string[]): string => `(${queries.join('&')})`
/** A piece as a tsquery. `search_tier` puts the letter of a kind where the character 1 stands. */
const lexeme = (mark: string, piece: string): string =>
  `'${mark}\u0001${piece.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`

const like = (form: string): string => form.replace(/[%_\\]/g, '\\$&')

const hitJson = (db: Db): Fragment => db`
  json_build_object(
    'kind', c.kind, 'id', c.id,
    'name', case c.kind when 'item' then json_build_object('ja', i.name_ja, 'en', i.name_en)
                        when 'series' then json_build_object('ja', r.name_ja, 'en', r.name_en)
                        when 'pack' then json_build_object('ja', p.name_ja, 'en', p.name_en)
                        when 'category' then json_build_object('ja', g.name_ja, 'en', g.name_en)
                        when 'member' then json_build_object('ja', ${shownName(db, 'u')}, 'en', ${shownName(db, 'u')})
                        else json_build_object('ja', c.id, 'en', c.id) end,
    'seriesName', case when o.id is not null then json_build_object('ja', o.name_ja, 'en', o.name_en) end,
    'itemCount', case c.kind when 'series' then r.item_count when 'category' then g.item_count
                             when 'artist' then (select d.rank - ${artistRank}::bigint from search_documents d
                                                  where d.kind = 'artist' and d.id = c.id) end,
    'picture', case when m.id is not null then ${pictureJson(db)} end)`

const hitTables = (db: Db): Fragment => db`
  left join items i on c.kind = 'item' and i.id = c.id
  left join series r on c.kind = 'series' and r.id = c.id
  left join packs p on c.kind = 'pack' and p.id = c.id
  left join categories g on c.kind = 'category' and g.slug = c.id
  left join members u on u.id = case when c.kind = 'member' then c.id::uuid end and ${isShown(db, 'u')}
  left join series o on o.id = coalesce(i.series_id, p.series_id)
  left join media m on m.id = coalesce(i.picture, r.picture, p.picture, ${shownThumbnail(db, 'u')})`

/** Words of names that share two letters in a row with one of the forms and are about as long. */
export const listSimilarWords = (db: Db, forms: string[]) => db<{ word: string }[]>`
  select w.word
    from (select distinct substr(form, n, 2) as pair, size
            from unnest(${forms}::text[]) form, generate_series(1, char_length(form) - 1) n,
                 generate_series(char_length(form) - 2, char_length(form) + 2) size) p
    join search_words w on w.pair = p.pair and w.size = p.size
   group by w.word order by count(*) desc, w.word limit ${similarMost}`

/** So many are compared letter by letter, which is quick. */
const similarMost = 200

/** The hits of given documents, in their order. */
export const listHits = (db: Db, documents: { kind: SearchKind; id: string }[]) => db<{ hit: string }[]>`
  select ${hitJson(db)}::text as hit
    from unnest(${documents.map(({ kind }) => kind)}::text[], ${documents.map(({ id }) => id)}::text[])
         with ordinality c (kind, id, n) ${hitTables(db)}
   order by c.n`

/** What sells most between members in seven days of Japan, then the newest works. */
export const listPopular = (db: Db, { limit, excludesRegulated }: Pick<HitPage, 'limit' | 'excludesRegulated'>) => db<
  { kind: SearchKind; id: string }[]
>`
  select 'item' as kind, p.id
    from (select * from (
            select s.item_id as id, sum(s.sold) as sold, 0 as position from item_sales s join items i on i.id = s.item_id
             where s.day > (kura_now() at time zone 'Asia/Tokyo')::date - 7
               and (not ${excludesRegulated} or not i.is_regulated)
             group by s.item_id having sum(s.sold) > 0 order by 2 desc, 1 limit ${limit}) sold
          union all
          select * from (select i.id, 0, i.position from items i
             where not ${excludesRegulated} or not i.is_regulated order by i.position desc limit ${limit}) newest) p
   group by p.id order by max(p.sold) desc, max(p.position) desc limit ${limit}`

/** The rank of an artist is this and the number of works, so that artists come before works. */
export const artistRank = String(2 ** 41)
