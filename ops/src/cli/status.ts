import { Problem } from '../problem.ts'
import { readSettings } from '../settings.ts'
import { instanceStatus } from '../supervisor/instance.ts'

/** Prints every address of the running Kura; with --json, as one object for programs. */
export async function status(words: string[]): Promise<void> {
  const found = instanceStatus(readSettings().home)
  if (words.includes('--json')) {
    console.log(JSON.stringify(found, null, 2))
    if (!found.running) process.exitCode = 1
    return
  }
  if (!found.running) throw new Problem(`Kura does not run on ${found.home}.`, 'Start it with `npm start`.')
  const { app, mailbox, wallet, card, accessNode, database, metrics, home, processes } = found
  const addresses = { app, mailbox, wallet, card, accessNode, database, metrics: metrics?.join(' '), home }
  for (const [name, address] of Object.entries(addresses)) if (address) console.log(`${name.padEnd(12)} ${address}`)
  for (const { name, pid, alive } of processes) {
    console.log(`${name.padEnd(12)} pid ${pid}${alive ? '' : ' (gone, is being started again)'}`)
  }
}
