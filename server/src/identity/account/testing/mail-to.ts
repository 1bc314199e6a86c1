import type { TestWorld } from '../../../testing/test-world.ts'

export type ReadMail = { subject: string; text: string; html: string; links: string[]; code: string }

/**
 * The newest mail in the sandbox's mailbox for an address, once what was started in the background
 * is done.
 */
export async function mailTo(world: Pick<TestWorld, 'deps' | 'outside'>, to: string): Promise<ReadMail> {
  const [mail] = await mailsTo(world, to)
  if (!mail) throw new Error(`no mail to ${to}`)
  return mail
}

/** All of them, newest first. */
export async function mailsTo({ deps, outside }: Pick<TestWorld, 'deps' | 'outside'>, to: string): Promise<ReadMail[]> {
  await deps.background.settled()
  const answer = await fetch(`${outside.sandbox.addresses.pages}/mail/messages?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as ReadMail[]
}

/** The token in the link to a page, among the links of a mail; '' when there is none. */
export const tokenIn = (links: readonly string[], page: string): string =>
  links
    .map((each) => new URL(each))
    .find(({ pathname }) => pathname === page)
    ?.searchParams.get('token') ?? ''
