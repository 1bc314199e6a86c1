import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { SigningKey } from '@kura/cadence/send'
import { proofMessage } from '@kura/server/identity/wallet/account-proof'
import { callAt } from '../arena/call.ts'
import type { Answer } from '../arena/call.ts'
import type { Member } from '../arena/members.ts'
import { openVault } from '../arena/vault.ts'
import { runInWallet } from '../arena/wallet.ts'
import { assertOnly, botPass, memberOf, tally, times } from './scene.ts'
import type { Fault, Scene } from './scene.ts'

type Proof = { nonce: string; keyId: number; signature: string; address: string }

async function nonceOf(scene: Scene, member?: Member): Promise<string> {
  const bot = await botPass(scene, 'flow_prepare')
  const answer = await callAt(scene.anyWeb(), 'flowPrepare', {}, { ...member, bot })
  assert.ok(answer.data, answer.text)
  return answer.data.nonce
}

async function proofOf(scene: Scene, wallet: SigningKey, nonce: string, app?: string): Promise<Proof> {
  const appIdentifier = app ?? new URL(scene.arena.deps.env.PUBLIC_URL).origin
  const message = proofMessage({ appIdentifier, address: wallet.address, nonce })
  return {
    nonce,
    keyId: 0,
    signature: Buffer.from(await wallet.signer.sign(message)).toString('hex'),
    address: wallet.address,
  }
}

const link = async (scene: Scene, member: Member, proof: Proof): Promise<Answer> =>
  callAt(scene.anyWeb(), 'flowAdd', { body: proof }, { ...member, bot: await botPass(scene, 'flow_add') })

const linked = async ({ arena }: Scene, memberIds: readonly string[]): Promise<(string | null)[]> => {
  const rows = await arena.deps.sql<{ address: string | null }[]>`
    select flow_address as address from members where id = any(${[...memberIds]}::uuid[]) order by id`
  return rows.map(({ address }) => address)
}

/** Revokes the first key of an account on the network. */
const revokeKey = {
  cadence: 'transaction { prepare(owner: auth(RevokeKey) &Account) { owner.keys.revoke(keyIndex: 0) } }',
  args: [],
  limit: 9999,
}

/**
 * A proof of a wallet is good once, in one session, for this site, and only while its key is the
 * account's.
 */
async function replayProofs(scene: Scene): Promise<string> {
  const { arena } = scene
  const replays = scene.size(10, 50)
  const rounds = scene.size(2, 20)
  const seen: Answer[] = []
  const bare = async () => {
    const member = await memberOf(scene)
    await arena.deps.sql`update members set flow_address = null where id = ${member.memberId}`
    return member
  }
  for (let round = 0; round < rounds; round += 1) {
    const wallet = await openVault(arena)
    const [owner, thief] = [await bare(), await bare()]
    const proof = await proofOf(scene, wallet, await nonceOf(scene, owner))
    // the same proof at every process at once, by its owner and by somebody who saw it
    const [own, strange] = await Promise.all([
      Promise.all(times(replays).map(() => link(scene, owner, proof))),
      Promise.all(times(replays).map(() => link(scene, thief, proof))),
    ])
    assertOnly(own, ['200', 'NONCE_NOT_FOUND', 'TOO_MANY_REQUESTS'])
    assert.equal(tally(own)['200'], 1, `one proof counted ${tally(own)['200'] ?? 0} times`)
    assertOnly(strange, ['NONCE_NOT_FOUND', 'TOO_MANY_REQUESTS'])
    assert.deepEqual(await linked(scene, [thief.memberId]), [null])
    assert.deepEqual(await linked(scene, [owner.memberId]), [wallet.address])
    seen.push(...own, ...strange)
  }
  seen.push(...(await forgeProofs(scene, bare)))
  return `${seen.length} proofs replayed at once at every process, of other sessions, sites, wallets and keys: ${rounds} linked`
}

async function forgeProofs(scene: Scene, bare: () => Promise<Member>): Promise<Answer[]> {
  const { arena } = scene
  const [wallet, other] = [await openVault(arena), await openVault(arena)]
  const [victim, thief] = [await bare(), await bare()]
  const fresh = () => nonceOf(scene, thief)
  const gone = await openVault(arena)
  const result = await runInWallet(arena, gone, revokeKey)
  assert.equal(result.failed, false, result.errorMessage)
  const forged: Proof[] = [
    await proofOf(scene, wallet, await nonceOf(scene, victim)),
    await proofOf(scene, wallet, await nonceOf(scene)),
    await proofOf(scene, wallet, randomBytes(32).toString('hex')),
    await proofOf(scene, wallet, await fresh(), 'https://evil.example'),
    { ...(await proofOf(scene, other, await fresh())), address: wallet.address },
    { ...(await proofOf(scene, wallet, await fresh())), keyId: 1 },
    await proofOf(scene, gone, await fresh()),
  ]
  const answers: Answer[] = []
  for (const proof of forged) answers.push(await link(scene, thief, proof))
  assertOnly(answers, ['NONCE_NOT_FOUND', 'WALLET_PROOF_INVALID'])
  assert.deepEqual(await linked(scene, [thief.memberId]), [null])
  return answers
}

export const replayedProofs: Fault = { name: 'A29', title: 'proofs of a wallet replayed and forged', run: replayProofs }
