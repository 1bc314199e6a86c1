import type { Language } from '../../platform/preferences.ts'
import { htmlOf } from './markdown.server.ts'

const files = import.meta.glob<string>('./pages/*/*.md', { query: '?raw', import: 'default', eager: true })

/** The pages of the guide, in their order. */
export const guideTopics = ['wallet', 'buy', 'sell', 'faq'] as const
export type GuideTopic = (typeof guideTopics)[number]

export type GuidePage = { topic: GuideTopic; title: string; lead: string; html: string }

/** A page of the guide: the first line of its file is its title, the first paragraph its lead. */
export function guidePage(topic: string | undefined, language: Language): GuidePage | undefined {
  const known = guideTopics.find((each) => each === topic)
  const text = files[`./pages/${language}/${known}.md`]
  if (known === undefined || text === undefined) return undefined
  const [first = '', lead = '', ...rest] = text.split('\n\n')
  return {
    topic: known,
    title: first.replace(/^# /, '').trim(),
    lead: lead.replaceAll('\n', language === 'ja' ? '' : ' ').trim(),
    html: htmlOf(rest.join('\n\n')),
  }
}
