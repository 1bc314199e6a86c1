import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from '../../settings.ts'

/** Replaces one text of a source file while a process loads it; the file itself does not change. */
export type Mutation = { file: string; from: string; to: string }

/**
 * A guard that is removed from the product: without it the row must fail, or the row proves
 * nothing.
 */
export type Mutant = Mutation & { row: string; without: string }

/**
 * How often the replaced text occurs in the file. It must be once, or the mutation is out of date.
 */
export const countIn = ({ file, from }: Mutation): number =>
  readFileSync(join(rootFolder, file), 'utf8').split(from).length - 1

/**
 * Arguments for Node that run a process with the mutation; it does not start when the text is
 * missing.
 */
export function mutationFlags({ file, from, to }: Mutation): string[] {
  const code = `
    import { registerHooks } from 'node:module'
    const [file, from, to] = ${JSON.stringify([`/${file}`, from, to])}
    registerHooks({
      load(url, context, next) {
        const loaded = next(url, context)
        if (!url.endsWith(file)) return loaded
        const parts = Buffer.from(loaded.source).toString('utf8').split(from)
        if (parts.length !== 2) throw new Error('the text to be mutated is not there once: ' + from)
        return { ...loaded, source: parts.join(to) }
      },
    })`
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
}
