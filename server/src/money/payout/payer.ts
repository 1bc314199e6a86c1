import { readFile } from 'node:fs/promises'
import { toBankKana } from '@kura/contract/money/bank-kana'
import { accountTypes, returnReasons } from '@kura/contract/money/payout'
import { z } from 'zod'
import { PayoutRefusedError } from './refusal.ts'
import type { Payer, TransferResult } from './zengin-file.ts'

const PayerFile = z.object({
  code: z.string().regex(/^\d{1,10}$/),
  name: z.string(),
  bank: z.object({
    bankCode: z.string().regex(/^\d{4}$/),
    bankName: z.string(),
    branchCode: z.string().regex(/^\d{3}$/),
    branchName: z.string(),
  }),
  account: z.object({ type: z.enum(accountTypes), number: z.string().regex(/^\d{7}$/) }),
})

/**
 * The account that pays, from a JSON file of the operator: docs/money.md shows one. Fails with
 * PayoutRefusedError.
 */
export async function readPayer(path: string): Promise<Payer> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new PayoutRefusedError('FILE_UNREADABLE', `${path} cannot be read`)
  })
  const read = PayerFile.safeParse(parseJson(path, text))
  if (!read.success) throw new PayoutRefusedError('PAYER_INVALID', `${path}: ${z.prettifyError(read.error)}`)
  const { name, bank, ...payer } = read.data
  const kanaOf = (typed: string): string => {
    const { kana, refused } = toBankKana(typed)
    if (refused.length > 0 || kana === '')
      throw new PayoutRefusedError('PAYER_INVALID', `${path}: banks do not take ${typed}`)
    return kana
  }
  const names = { bankName: kanaOf(bank.bankName), branchName: kanaOf(bank.branchName) }
  return { ...payer, name: kanaOf(name), bank: { ...bank, ...names } }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PayoutRefusedError('PAYER_INVALID', `${path} is no JSON`)
  }
}

/** Why a bank returned a transfer, as typed. Fails with PayoutRefusedError. */
export function readReason(typed: string | undefined): Exclude<TransferResult, 'paid'> {
  const reason = returnReasons.find((each) => each === typed)
  if (!reason) throw new PayoutRefusedError('REASON_INVALID', `say why: ${returnReasons.join(', ')}`)
  return reason
}
