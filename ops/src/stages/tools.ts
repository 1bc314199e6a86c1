import { spawn } from 'node:child_process'
import { rootFolder } from '../settings.ts'

/** Runs a Node script to its end with its output on ours, or kept where `quiet`; answers whether it succeeded. */
export function runNode(
  words: string[],
  options: { cwd?: string; env?: Record<string, string | undefined>; quiet?: boolean } = {},
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
      cwd: options.cwd ?? rootFolder,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const take = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
      output += String(chunk)
      if (!options.quiet) stream.write(chunk)
    }
    child.stdout.on('data', take(process.stdout))
    child.stderr.on('data', take(process.stderr))
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}
