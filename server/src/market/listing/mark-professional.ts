import type { SellerNoticeView } from '@kura/contract/market/listing'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { findKnownMember, MemberRefusedError } from '../../identity/account/find-known-member.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { withdrawListings } from './cancel-listing.ts'
import { lockSeller } from './queries.ts'
import { dropNotice, findNotice, hasNotice, keepNotice } from './seller-queries.ts'

/** `notice` undefined: the member no longer sells by trade. */
type Order = { who: string; notice: SellerNoticeView | undefined; by: string; reason: string; isDryRun: boolean }

/**
 * `kura member professional`: marks a member as a professional seller, with the notice to buyers,
 * or removes the mark. With an incomplete notice they cannot list, and their listings are
 * withdrawn: those on their way to the chain on arrival, held ones when their orders fail. A dry
 * run changes nothing. Fails with a MemberRefusedError.
 */
export async function markProfessional(
  { sql }: Pick<Deps, 'sql'>,
  { who, notice, by, reason, isDryRun }: Order,
  say: (line: string) => void,
): Promise<void> {
  const { id, deletedAt } = await findKnownMember({ sql }, who)
  if (deletedAt) throw new MemberRefusedError(`${id} is gone`)
  if (notice) ensureFits(notice)
  const before = await findNotice(sql, id)
  if (isDryRun) return say(`${id} ${before ? 'sells by trade' : 'is a private seller'}; nothing was changed`)
  const { isComplete, withdrawn } = await transaction(sql, async (db) => {
    await lockSeller(db, id)
    const isChanged = notice ? await keepNotice(db, id, notice) : await dropNotice(db, id)
    if (!isChanged) throw new MemberRefusedError(notice ? `${id} has this notice already` : `${id} is a private seller`)
    const isComplete = await hasNotice(db, id)
    const withdrawn = isComplete ? 0 : await withdrawListings(db, id, 'notice')
    const details = { reason, isProfessional: notice !== undefined, isComplete, withdrawn }
    await recordAct(db, { actor: `operator:${by}`, act: 'member.professional', subject: id, details })
    return { isComplete, withdrawn }
  })
  if (!notice) return say(`${id} is a private seller`)
  say(
    isComplete
      ? `${id} sells by trade; the notice is shown with every listing`
      : `${id} sells by trade and cannot list until name, address and contact are given`,
  )
  if (withdrawn > 0) say(`${withdrawn} listings were withdrawn`)
}

/** Cuts to the characters that fit. */
const most = { name: 200, address: 400, contact: 200 }

function ensureFits(notice: SellerNoticeView): void {
  for (const [part, fits] of Object.entries(most) as [keyof typeof most, number][])
    if (notice[part].length > fits) throw new MemberRefusedError(`of the ${part} at most ${fits} characters fit`)
  const { registrationNumber } = notice
  if (registrationNumber !== '' && !/^T\d{13}$/.test(registrationNumber))
    throw new MemberRefusedError(`"${registrationNumber}" is no registration number for invoices: T and 13 digits`)
}
