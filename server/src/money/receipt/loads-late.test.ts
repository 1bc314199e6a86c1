import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

/** Which modules of the PDF library a process has loaded after these were imported. */
async function pdfModules(...files: string[]): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    for (const file of ${JSON.stringify(files)}) await import(file)
    console.log(JSON.stringify(loaded.filter((url) => url.includes('/node_modules/pdfkit/'))))
    process.exit(0)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return JSON.parse(stdout) as string[]
}

test('a server does not load the PDF library before somebody asks for a receipt', async () => {
  const app = import.meta.resolve('../../app.ts')
  assert.deepEqual(await pdfModules(app), [])
  assert.ok((await pdfModules(app, import.meta.resolve('./draw-receipt.ts'))).length > 0)
})
