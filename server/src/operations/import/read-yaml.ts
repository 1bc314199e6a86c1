import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Node, Pair } from 'yaml'
import type { Fault } from './faults.ts'
import type { Cell, Row } from './row.ts'

/** The rows of a YAML file: a list of entries. Each value keeps the line it stands on. */
export function readYaml(file: string, text: string, faults: Fault[]): Row[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, schema: 'core', uniqueKeys: true, prettyErrors: false })
  for (const error of document.errors) {
    const message = error.message.split('\n')[0] ?? error.message
    faults.push({ file, line: Math.max(1, lines.linePos(error.pos[0]).line), message })
  }
  if (document.errors.length > 0 || document.contents === null) return []
  const lineOf = (node: Node | null | undefined): number =>
    node?.range ? Math.max(1, lines.linePos(node.range[0]).line) : 1
  const addCells = (node: Node | null, prefix: string, cells: Map<string, Cell>): void => {
    if (!isMap(node)) return
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const key = `${prefix}${String(isScalar(pair.key) ? pair.key.value : '')}`
      const line = lineOf(pair.key)
      if (isMap(pair.value)) addCells(pair.value, `${key}.`, cells)
      else cells.set(key, { value: valueOf(pair.value, cellsOf), line })
    }
  }
  const cellsOf = (node: Node): Row => {
    const cells = new Map<string, Cell>()
    addCells(node, '', cells)
    return { file, line: lineOf(node), cells }
  }
  // operator and market are one each, so the file may be one entry without a list around it
  if (isMap(document.contents) && /^(operator|market)\b/.test(file)) return [cellsOf(document.contents)]
  if (!isSeq(document.contents)) {
    faults.push({ file, line: 1, message: 'must be a list of entries, each beginning with "- "' })
    return []
  }
  return (document.contents.items as Node[]).flatMap((node) => {
    if (isMap(node)) return [cellsOf(node)]
    faults.push({ file, line: lineOf(node), message: 'this entry has no fields' })
    return []
  })
}

/** Plain values as they are, lists of values as lists, lists of entries as rows of their own. */
function valueOf(node: Node | null, rowOf: (node: Node) => Row): unknown {
  if (isSeq(node)) return (node.items as Node[]).map((item) => (isMap(item) ? rowOf(item) : valueOf(item, rowOf)))
  // the source of a number tells 12.50 from 12.5, which matters where digits are published
  if (isScalar(node)) return typeof node.value === 'number' ? (node.source ?? String(node.value)) : node.value
  // a reference (*…) is no value of ours; the field's reader says so
  return node
}
