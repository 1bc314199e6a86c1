import type { Content } from '../../reference/page/app/content.ts'

const voidTags = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const tokens =
  /<!--[\s\S]*?-->|<(script|style)\b[^>]*>[\s\S]*?<\/\1>|<\/([\w-]+)>|<([\w-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|[^<]+/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')

/** The elements in the body of a page rendered by React, without its scripts. */
export function readBody(html: string): Content[] {
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? ''
  const top: Content[] = []
  const open = [top]
  for (const [token, raw, closing, tag, attributes = '', isClosed] of body.matchAll(tokens)) {
    if (raw !== undefined || token.startsWith('<!--')) continue
    if (closing !== undefined) open.pop()
    else if (tag === undefined) open.at(-1)?.push(plain(token))
    else {
      const children: Content[] = []
      open.at(-1)?.push({ tag, attributes: readAttributes(attributes), children })
      if (!voidTags.has(tag) && isClosed === '') open.push(children)
    }
  }
  if (open.length !== 1) throw new Error('the page does not read')
  return top
}

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, plain(value)]),
  )
