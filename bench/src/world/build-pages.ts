import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rootFolder } from '@kura/ops/settings'
import { buildWeb } from '@kura/ops/supervisor/web-build'
import { binOf } from '@kura/ops/tool-bin'
import { cleanEnv } from './node-child.ts'

const run = promisify(execFile)

/** Builds the pages the way the supervisor does, unless a build of exactly these sources exists. */
export const buildPages = (): Promise<string> => buildWeb(new AbortController().signal)

/** Builds the bare page that ours is compared with; returns the path of its server part. */
export async function buildBarePage(): Promise<string> {
  const cwd = join(rootFolder, 'bench', 'reference', 'page')
  const bin = binOf('@react-router/dev', 'react-router', join(rootFolder, 'web'))
  await run(process.execPath, [bin, 'build'], { cwd, env: { ...cleanEnv(), NODE_ENV: 'production' } })
  return join(cwd, 'build', 'server', 'index.js')
}
