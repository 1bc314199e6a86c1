/** The Flow networks. An address is valid on one of them only. */
export type FlowNetwork = 'local' | 'testnet' | 'mainnet'

/** XORed with a code word to make an address of the network. Mainnet uses the code word itself. */
const networkWords: Record<FlowNetwork, bigint> = {
  local: 0x1cb159857af02018n,
  testnet: 0x6834ba37b3980209n,
  mainnet: 0n,
}

// Columns of the parity-check matrix of the [64,45,7] code whose words are the Flow addresses,
// lowest bit first. The first nineteen are the unit vectors.
const parityColumns = Array.from({ length: 19 }, (_, bit) => 1 << bit).concat(
  [0x7328d, 0x6689a, 0x6112f, 0x6084b, 0x433fd, 0x42aab, 0x41951, 0x233ce, 0x22a81, 0x21948, 0x1ef60, 0x1deca],
  [0x1c639, 0x1bdd8, 0x1a535, 0x194ac, 0x18c46, 0x1632b, 0x1529b, 0x14a43, 0x13184, 0x12942, 0x118c1, 0x0f812],
  [0x0e027, 0x0d00e, 0x0c83c, 0x0b01d, 0x0a831, 0x0982b, 0x07034, 0x0682a, 0x05819, 0x03807, 0x007d2, 0x00727],
  [0x0068e, 0x0067c, 0x0059d, 0x004eb, 0x003b4, 0x0036a, 0x002d9, 0x001c7, 0x0003f],
)

/**
 * Whether `address` (0x and 16 hex digits) can exist on the network. Catches every typing error of
 * up to six bits.
 */
export function isAddressOf(network: FlowNetwork, address: string): boolean {
  if (!/^0x[0-9a-fA-F]{16}$/.test(address)) return false
  let word = BigInt(address) ^ networkWords[network]
  if (word === 0n) return false // the zero word is in the code, but nobody's account
  let parity = 0
  for (const column of parityColumns) {
    if (word & 1n) parity ^= column
    word >>= 1n
  }
  return parity === 0
}

/** The address with its prefix, in lower case: the form we store. */
export function normalAddress(address: string): string {
  const digits = address.toLowerCase().replace(/^0x/, '')
  if (!/^[0-9a-f]{1,16}$/.test(digits)) throw new TypeError(`not a Flow address: ${address}`)
  return `0x${digits.padStart(16, '0')}`
}
