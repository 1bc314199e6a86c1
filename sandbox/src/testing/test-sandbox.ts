import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { startSandbox, type Sandbox, type SandboxOptions } from '../start-sandbox.ts'

/**
 * A sandbox of its own for one test, on free ports and with a data folder that goes away with the
 * test.
 */
export async function testSandbox(t: TestContext, more: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const dataDir = more.dataDir ?? (await tempFolder(t))
  const sandbox = await startSandbox({
    dataDir,
    port: 0,
    smtpPort: 0,
    appUrl: 'http://localhost:9',
    log: (line) => t.diagnostic(line),
    ...more,
  })
  t.after(() => sandbox.close())
  return sandbox
}

/** A folder that goes away with the test. */
export async function tempFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kura-sandbox-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Sends JSON and answers what came back as JSON. */
export async function sendJson(method: string, url: string, body?: unknown) {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? '{}' : JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as unknown }
}
