import { createAccessNode } from '@kura/cadence/access-node'
import { AccessError } from '@kura/cadence/access-error'
import type { PackFairness } from '@kura/contract/shop/pack'

/**
 * What a proof is compared with: the commitment noted before the sale, and the URL of an access
 * node. Either may be missing.
 */
export type Known = { commitment: string | undefined; node: string | undefined }
/** `open`: nothing was given to compare it with. `unknown`: the node did not return it. */
export type Compared = { anchor: 'commitment' | 'block'; result: 'right' | 'wrong' | 'open' | 'unknown'; what: string }

/**
 * Checks what a proof cannot show by itself: its commitment is the one published before the sale,
 * and its block is the chain's block at the announced height. Skips what is not published yet.
 */
export async function compareAnchors(proof: PackFairness, { commitment, node }: Known): Promise<Compared[]> {
  const compared: Compared[] = []
  if (proof.commitment !== '') compared.push(compareCommitment(proof, commitment))
  const { drawHeight, drawBlockId } = proof
  if (drawHeight !== null && drawBlockId !== null)
    compared.push({ anchor: 'block', ...(await compareBlock({ height: drawHeight, id: drawBlockId }, node)) })
  return compared
}

function compareCommitment(proof: PackFairness, noted: string | undefined): Compared {
  const anchor = 'commitment'
  if (noted === undefined) return { anchor, result: 'open', what: proof.commitment }
  if (noted.toLowerCase() === proof.commitment) return { anchor, result: 'right', what: proof.commitment }
  return { anchor, result: 'wrong', what: `published is ${proof.commitment}, you noted ${noted}` }
}

async function compareBlock(
  { height, id }: { height: string; id: string },
  node: string | undefined,
): Promise<Omit<Compared, 'anchor'>> {
  if (node === undefined) return { result: 'open', what: `${height} has the id ${id}` }
  try {
    const block = await createAccessNode({ url: node }).findBlock(Number(height))
    if (block?.height !== Number(height)) return { result: 'unknown', what: `${node} does not know block ${height}` }
    if (block.id === id) return { result: 'right', what: `${height} has the id ${id}` }
    return { result: 'wrong', what: `${height} has the id ${block.id} at ${node}, published was ${id}` }
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    return { result: 'unknown', what: `${node}: ${error.message}` }
  }
}
