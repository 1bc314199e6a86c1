import { spawn } from 'node:child_process'
import { rootFolder } from '../settings.ts'

/** No stage takes this long. One that does hangs, and must not delay the report of the others. */
const longestMs = 40 * 60_000
/**
 * The time to read the output of a script that ended: a child process may hold its pipes open for
 * ever.
 */
const lastWordsMs = 5_000

/** Runs a Node script, its output on ours or hidden if `quiet`; returns whether it succeeded. */
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
    const limit = setTimeout(() => {
      console.error(`${words.at(-1)} took more than ${longestMs / 60_000} minutes`)
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), lastWordsMs).unref()
    }, longestMs)
    const end = (ok: boolean, text = output) => {
      clearTimeout(limit)
      resolve({ ok, output: text })
    }
    child.on('error', (error) => end(false, error.message))
    child.on('close', (code) => end(code === 0))
    child.on('exit', (code) => {
      setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
        end(code === 0)
      }, lastWordsMs).unref()
    })
  })
}
