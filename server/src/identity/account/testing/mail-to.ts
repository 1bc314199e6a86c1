import type { TestWorld } from '../../../testing/test-world.ts'

export type ReadMail = { subject: string; text: string; html: string; links: string[]; code: string }

/** The newest mail in the sandbox's mailbox for an address, once what was started in the background is done. */
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
