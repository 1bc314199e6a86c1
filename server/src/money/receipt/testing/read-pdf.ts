import { inflateSync } from 'node:zlib'

/**
 * One page's text as a reader selects it, line by line as it was drawn, and how many pages there
 * are.
 */
export type ReadPdf = { lines: string[]; pages: number }

/**
 * Reads the text of a PDF back the way a viewer does: every glyph that is shown is looked up in its
 * font's table of characters. Only what our receipts are made of: streams that are deflated, fonts
 * by their ids, hexadecimal strings.
 */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const text = Buffer.from(bytes).toString('latin1')
  if (!text.startsWith('%PDF-') || !text.trimEnd().endsWith('%%EOF')) throw new Error('not a whole PDF')
  const objects = objectsOf(text)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head))
  const lines = pages.flatMap(({ head }) => {
    const contents = objects.get(Number(/\/Contents (\d+) 0 R/.exec(head)?.[1]))
    const resources = objects.get(Number(/\/Resources (\d+) 0 R/.exec(head)?.[1]))
    if (!contents || !resources) throw new Error('a page without content')
    return shown(contents.stream, fontsOf(objects, resources.head))
  })
  return { lines, pages: pages.length }
}

type PdfObject = { head: string; stream: string }

function objectsOf(text: string): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>()
  for (const [, id, body = ''] of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', packed] = body.split('stream\n', 2)
    const data = packed === undefined ? undefined : Buffer.from(packed.replace(/\nendstream$/, ''), 'latin1')
    const isDeflated = head.includes('/FlateDecode')
    objects.set(Number(id), { head, stream: data ? (isDeflated ? inflateSync(data) : data).toString('latin1') : '' })
  }
  return objects
}

/** For each font of a page, the characters of its glyphs. */
function fontsOf(objects: Map<number, PdfObject>, resources: string): Map<string, Map<string, string>> {
  const fonts = /\/Font <<([\s\S]*?)>>/.exec(resources)?.[1] ?? ''
  return new Map(
    [...fonts.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = '', id]) => {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))?.head ?? '')?.[1]
      return [name, charactersOf(objects.get(Number(table))?.stream ?? '')]
    }),
  )
}

function charactersOf(table: string): Map<string, string> {
  const characters = new Map<string, string>()
  for (const [, first = '', , list = ''] of table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi))
    for (const [at, [, code = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      characters.set((Number.parseInt(first, 16) + at).toString(16).padStart(4, '0'), utf16(code))
  return characters
}

const utf16 = (hex: string): string => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')

function shown(content: string, fonts: Map<string, Map<string, string>>): string[] {
  const lines: string[] = []
  let font = new Map<string, string>()
  for (const [whole, name, strings] of content.matchAll(/\/(\w+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map()
    if (strings === undefined) continue
    const glyphs = [...strings.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    lines.push(
      glyphs
        .map((glyph) => {
          const character = font.get(glyph.toLowerCase())
          if (character === undefined) throw new Error(`glyph ${glyph} of ${whole.slice(0, 40)} has no character`)
          return character
        })
        .join(''),
    )
  }
  return lines
}
