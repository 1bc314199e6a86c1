const decoder = new TextDecoder('shift_jis')
let encodeTable: Map<string, readonly number[]> | undefined

// Node decodes this charset but cannot encode it, so the table is read backwards out of the
// decoder. Of the two places that hold the vendor extensions the second one wins, as in every other
// encoder: lead bytes ED and EE are left out.
function buildTable() {
  const table = new Map<string, readonly number[]>()
  const add = (...bytes: number[]) => {
    const char = decoder.decode(Uint8Array.from(bytes))
    if ([...char].length === 1 && char !== '\uFFFD' && !table.has(char)) table.set(char, bytes)
  }
  for (let byte = 0; byte < 0x100; byte++) add(byte)
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    if ((lead > 0x9f && lead < 0xe0) || lead === 0xed || lead === 0xee) continue
    for (let trail = 0x40; trail <= 0xfc; trail++) if (trail !== 0x7f) add(lead, trail)
  }
  return table
}

/** Text as Windows-31J bytes; what the charset does not hold becomes a question mark. */
export function encodeWindows31j(text: string): Buffer {
  encodeTable ??= buildTable()
  const table = encodeTable
  return Buffer.from([...text].flatMap((char) => table.get(char) ?? [0x3f]))
}

/** Bytes in Windows-31J as text. */
export const decodeWindows31j = (bytes: Uint8Array): string => decoder.decode(bytes)

/**
 * Reads an urlencoded body whose percent bytes are Windows-31J. Of a repeated name the first value
 * counts.
 */
export function parseWindows31jForm(body: Buffer): Record<string, string> {
  const form: Record<string, string> = {}
  for (const pair of body.toString('latin1').split('&')) {
    const cut = pair.indexOf('=')
    const name = unescapeBytes(cut < 0 ? pair : pair.slice(0, cut))
    if (name && !Object.hasOwn(form, name)) form[name] = cut < 0 ? '' : unescapeBytes(pair.slice(cut + 1))
  }
  return form
}

function unescapeBytes(text: string): string {
  const plain = text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-fA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return decodeWindows31j(Buffer.from(plain, 'latin1'))
}
