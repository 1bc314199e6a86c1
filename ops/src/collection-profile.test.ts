import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { collectionProfile } from './collection-profile.ts'
import { rootFolder } from './settings.ts'

test('the profile names the site and pictures that the site has', () => {
  const profile = collectionProfile('https://shop.example', 'Shop')
  assert.deepEqual([profile.name, profile.url], ['Shop', 'https://shop.example/'])
  assert.equal(`${profile.tokenUrlPrefix}7`, 'https://shop.example/tokens/7')
  for (const picture of [profile.squareImage, profile.bannerImage])
    assert.ok(existsSync(join(rootFolder, 'web', 'public', new URL(picture).pathname)), picture)
})
