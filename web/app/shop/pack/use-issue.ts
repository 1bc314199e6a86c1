import { useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ErrorCode, FieldFault } from '@kura/contract/errors'
import { call } from '../../platform/api.ts'
import { CallError } from '../../platform/make-call.ts'
import { useWork } from '../../platform/use-work.ts'
import { useBotCheck } from '../../identity/captcha/bot-context.tsx'
import { useGate, useLinkWallet } from '../../identity/wallet/use-link-wallet.ts'
import { makePackIssuer } from './issue-packs.ts'
import type { PackIssuer } from './issue-packs.ts'
import { SelectablePackError } from './pack-error.ts'
import type { Accepted } from './pack-error.ts'

export type IssueFailure = { code: ErrorCode; details: FieldFault[] }
/** The outcome of asking for a pack: it is there, its contents have to be chosen, or it failed. */
export type Outcome<T> =
  | { kind: 'done'; data: T }
  | { kind: 'choose'; packId: string }
  | ({ kind: 'failed' } & IssueFailure)

/** Reads of the member that a given pack changes. */
const changed = ['listUnopenedPacks', 'listOrders', 'showAirdropStatus', 'countTokens', 'listTokens']

/**
 * Asks for packs that are not bought. A member without a wallet is led to link one first. Ignores a
 * second press while the first is under way. Then, and when no wallet was linked, returns
 * undefined.
 */
export function useIssue() {
  const bot = useBotCheck()
  const gate = useGate()
  const linkWallet = useLinkWallet()
  const { mutate } = useSWRConfig()
  const [issuer] = useState(() => makePackIssuer({ call, bot }))
  const { isBusy, work } = useWork()

  const look = <T>(act: (issuer: PackIssuer) => Promise<T>): Promise<Outcome<T> | undefined> =>
    work(() => outcomeOf(() => act(issuer)))
  const issue = (act: (issuer: PackIssuer) => Promise<Accepted>): Promise<Outcome<Accepted> | undefined> =>
    work(async () => {
      if (gate !== 'open' && !(await linkWallet())) return undefined
      const outcome = await outcomeOf(() => act(issuer))
      // also when it failed: somebody may have claimed in another tab
      void mutate((key) => Array.isArray(key) && changed.includes(String(key[0])))
      return outcome
    })
  return { isBusy, look, issue }
}

async function outcomeOf<T>(act: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { kind: 'done', data: await act() }
  } catch (error) {
    if (error instanceof SelectablePackError) return { kind: 'choose', packId: error.packId }
    if (error instanceof CallError)
      return { kind: 'failed', code: error.body.errorCode, details: error.body.details ?? [] }
    if (error instanceof Error && 'code' in error) return { kind: 'failed', code: error.code as ErrorCode, details: [] }
    throw error
  }
}
