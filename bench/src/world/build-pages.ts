import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rootFolder } from '@kura/ops/settings'
import { buildWeb } from '@kura/ops/supervisor/web-build'
import { binOf } from '@kura/ops/tool-bin'
import { cleanEnv } from './node-child.ts'

const run = promisify(execFile)

/** Builds the pages unless the build of exactly these sources is there, by the supervisor's own way. */
export const buildPages = (): Promise<string> => buildWeb(new AbortController().signal)

/** Builds the bare page that ours is compared with; answers where its server part lies. */
export async function buildBarePage(): Promise<string> {
  const cwd = join(rootFolder, 'bench', 'reference', 'page')
  const bin = binOf('@react-router/dev', 'react-router', join(rootFolder, 'web'))
  await run(process.execPath, [bin, 'build'], { cwd, env: { ...cleanEnv(), NODE_ENV: 'production' } })
  return join(cwd, 'build', 'server', 'index.js')
}
