/** Something wrong in a catalogue folder, where a person can find it. */
export type Fault = { file: string; line: number; message: string }

/** Files in the order people read them: `items.yaml` before `items-winter.yaml`. */
export function byName(a: string, b: string): number {
  const [stemA, stemB] = [a.replace(/\.\w+$/, ''), b.replace(/\.\w+$/, '')]
  return stemA < stemB ? -1 : stemA > stemB ? 1 : a < b ? -1 : a > b ? 1 : 0
}

/** Why a catalogue was not imported: every fault, in the order of files and lines. */
export class CatalogueError extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    const sorted = faults.toSorted((a, b) => byName(a.file, b.file) || a.line - b.line)
    const lines = sorted.map((fault) => `  ${fault.file}:${fault.line}  ${fault.message}`)
    super(
      `The catalogue was not imported, ${sorted.length} fault${sorted.length === 1 ? '' : 's'}:\n${lines.join('\n')}`,
    )
    this.name = 'CatalogueError'
    this.faults = sorted
  }
}
