import type { Letter, Locale } from './letter.ts'
import { templates } from './templates.ts'
import type { MailWords, TemplateName } from './templates.ts'

export type RenderedMail = { subject: string; text: string; html: string; unsubscribe?: string | undefined }

/** The subject and both bodies of a mail. Words are escaped in HTML; a subject is always one line. */
export function renderMail<N extends TemplateName>(template: N, locale: Locale, words: MailWords[N]): RenderedMail {
  const letter = templates[template][locale](words)
  return {
    subject: oneLine(letter.subject),
    text: textOf(letter),
    html: htmlOf(letter, locale),
    unsubscribe: letter.unsubscribe,
  }
}

/** Whether a stored name is one of our templates. */
export const isTemplate = (name: string): name is TemplateName => Object.hasOwn(templates, name)

// A line break would start another header.
const oneLine = (value: string): string => value.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (value: string): string => value.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

function textOf({ lead, paragraphs, code, button, links = [], note }: Letter): string {
  const parts = [lead, ...paragraphs]
  if (code !== undefined) parts.push(code)
  for (const { label, href } of button ? [button, ...links] : links) parts.push(`${label}\n${href}`)
  return [...parts, '--', note, 'Kura 蔵'].join('\n\n')
}

const font = "'Hiragino Sans','Noto Sans JP','Yu Gothic',Meiryo,sans-serif"

function htmlOf({ subject, lead, paragraphs, code, button, links = [], note }: Letter, locale: Locale): string {
  const body = [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.5;color:#1b1a19">${escape(lead)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 16px;font-size:14px;line-height:1.8">${escape(text)}</p>`),
    code === undefined ? '' : codeBox(code),
    button ? buttonBox(button) : '',
    ...links.map(linkLine),
  ].join('\n')
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#fbfaf7;color:#4a4745;font-family:${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#fbfaf7">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 0 16px;font-size:18px;letter-spacing:.08em;color:#2b3a67"><b>Kura</b> <span style="color:#a19e9e">蔵</span></td></tr>
<tr><td style="padding:32px 28px;background:#ffffff;border:1px solid #e7e3dc;border-radius:12px;word-break:break-word">
${body}
</td></tr>
<tr><td style="padding:16px 4px 0;font-size:12px;line-height:1.7;color:#6f6b6b">${escape(note)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const codeBox = (code: string): string =>
  `<p style="margin:24px 0;padding:16px;background:#fbfaf7;border-radius:8px;text-align:center;font-size:32px;letter-spacing:.16em;color:#1b1a19"><b>${escape(code)}</b></p>`

const buttonBox = ({ label, href }: { label: string; href: string }): string =>
  `<p style="margin:24px 0 8px;text-align:center"><a href="${escape(href)}" style="display:inline-block;padding:14px 32px;background:#2b3a67;border-radius:8px;color:#ffffff;font-size:16px;text-decoration:none">${escape(label)}</a></p>`

const linkLine = ({ label, href }: { label: string; href: string }): string =>
  `<p style="margin:16px 0 0;text-align:center;font-size:14px;line-height:1.8"><a href="${escape(href)}" style="color:#2b3a67">${escape(label)}</a></p>`
