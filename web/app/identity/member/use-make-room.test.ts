import assert from 'node:assert/strict'
import test from 'node:test'
import { makeRoom } from './use-make-room.ts'

async function room(isSignedIn: boolean, answer: boolean): Promise<[boolean, string[]]> {
  const did: string[] = []
  const isFree = await makeRoom({
    isSignedIn: () => isSignedIn,
    confirm: async () => (did.push('asked'), answer),
    signOut: async () => void did.push('signed out'),
  })
  return [isFree, did]
}

test('a guest is asked nothing', async () => {
  assert.deepEqual(await room(false, false), [true, []])
})

test('a member is asked, and signed out before anything else happens', async () => {
  assert.deepEqual(await room(true, true), [true, ['asked', 'signed out']])
})

test('who wants to stay signed in stays, and nothing continues', async () => {
  assert.deepEqual(await room(true, false), [false, ['asked']])
})
