/**
 * The part of Markdown that the guide is written in, as HTML: headings (`## `), lists (`- `, `1. `)
 * and paragraphs. Any markup in the text is shown as text.
 */
export function htmlOf(markdown: string): string {
  return markdown
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map(blockOf)
    .join('\n')
}

function blockOf(block: string): string {
  const heading = /^## (.+)$/.exec(block)
  if (heading) return `<h2>${escaped(heading[1] ?? '')}</h2>`
  if (block.startsWith('- ')) return `<ul>${itemsOf(block, /^- /m)}</ul>`
  if (/^\d+\. /.test(block)) return `<ol>${itemsOf(block, /^\d+\. /m)}</ol>`
  return `<p>${joined(block)}</p>`
}

const itemsOf = (block: string, mark: RegExp): string =>
  block
    .split(new RegExp(mark.source, 'gm'))
    .map((item) => item.trim())
    .filter(Boolean)
    .map((item) => `<li>${joined(item)}</li>`)
    .join('')

/** Lines as one; Japanese has no space between them. */
export const joined = (text: string): string =>
  escaped(text.replaceAll(/([^\u0000-\u00ff])\s*\n\s*(?=[^\u0000-\u00ff])/g, '$1').replaceAll(/\s*\n\s*/g, ' '))

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
