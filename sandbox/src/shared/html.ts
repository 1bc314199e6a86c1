/** Text that is already markup, as made by `html`. */
export type Markup = { readonly markup: string }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Makes text safe inside an element or a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char)

type Part = string | number | Markup | undefined | false | readonly Part[]

const render = (part: Part): string => {
  if (part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  if (typeof part === 'object') return (part as Markup).markup
  return escapeHtml(String(part))
}

/** Template tag: every value is escaped unless it is markup itself. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup => ({
  markup: strings.map((text, index) => text + render(parts[index])).join(''),
})

/** One whole page in the look of the sandbox. */
export const page = (
  title: string,
  body: Markup,
  options: { script?: string; wide?: boolean; lang?: 'ja' | 'en' } = {},
): string =>
  html`<!doctype html>
    <html lang="${options.lang ?? 'ja'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Kura sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/sandbox/style.css" />
        ${options.script && html`<script type="module" src="${options.script}"></script>`}
      </head>
      <body>
        <main class="${options.wide ? 'wide' : 'narrow'}">${body}</main>
      </body>
    </html>`.markup
