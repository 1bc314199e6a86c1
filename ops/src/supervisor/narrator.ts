/** Prints what happens, step by step, for a person at the terminal. */
export type Narrator = {
  /** Runs a step: prints its title at once, then its result or its lines below. */
  step: (title: string, work: (log: (line: string) => void) => Promise<string | void>) => Promise<void>
  line: (text: string) => void
}

/** A narrator that writes plain lines: the same on a terminal, in a file and in a container. */
export function makeNarrator(write: (text: string) => void = (text) => void process.stdout.write(text)): Narrator {
  let isOpen = false
  const line = (text: string) => {
    if (isOpen) write('\n')
    isOpen = false
    write(`${text}\n`)
  }
  const step: Narrator['step'] = async (title, work) => {
    if (isOpen) write('\n')
    write(`${title} … `)
    isOpen = true
    const begun = performance.now()
    try {
      const result = (await work((text) => line(`    ${text}`))) ?? 'done'
      const seconds = (performance.now() - begun) / 1000
      const took = seconds < 0.5 ? '' : ` (${seconds.toFixed(1)} s)`
      if (isOpen) write(`${result}${took}\n`)
      else write(`    ${title}: ${result}${took}\n`)
    } catch (error) {
      if (isOpen) write('failed\n')
      throw error
    } finally {
      isOpen = false
    }
  }
  return { step, line }
}
