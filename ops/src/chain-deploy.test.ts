import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { chainDeploy } from './chain-deploy.ts'

test('deploying to mainnet makes no key unless an option asks for it', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'kura-deploy-'))
  const asked: string[] = []
  const node = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ chain_id: 'flow-mainnet' }))
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    node.close()
    rmSync(home, { recursive: true })
  })
  const lines: string[] = []
  t.mock.method(console, 'error', (line: string) => void lines.push(line))
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  const env = { KURA_HOME: home, FLOW_DEPLOY_ADDRESS: '0x1d7e57aa55817448', FLOW_DEPLOY_KEY: '11'.repeat(32) }
  assert.equal(await chainDeploy(['--network', 'mainnet', '--access-node', url], env), 1)
  assert.match(lines.join('\n'), /^AGENT_KEY_MISSING: there is no agent key at .*agent\.key, and none may be made here/)
  assert.ok(!existsSync(join(home, 'keys', 'agent.key')))
  assert.ok(asked.length > 0 && asked.every((path) => path.startsWith('/v1/network/')), asked.join(' '))
})
