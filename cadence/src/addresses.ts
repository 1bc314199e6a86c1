import flow from '../flow.json' with { type: 'json' }
import { normalAddress, type FlowNetwork } from '@kura/contract/chain/flow-address'

/** Contract name to account address, everything an import can name. */
export type ContractAddresses = Readonly<Record<string, string>>

/**
 * The addresses of flow.json for the network, overridden by `deployed`. Our contracts that are not
 * named are in the account of Collectible.
 */
export function contractAddresses(network: FlowNetwork, deployed: Record<string, string> = {}): ContractAddresses {
  const alias = network === 'local' ? 'emulator' : network
  const addresses: Record<string, string> = {}
  for (const [name, contract] of Object.entries(flow.contracts)) {
    const isOurs = 'source' in contract
    const known = isOurs ? deployed.Collectible : (contract.aliases as Record<string, string>)[alias]
    if (known) addresses[name] = normalAddress(known)
  }
  for (const [name, address] of Object.entries(deployed)) addresses[name] = normalAddress(address)
  return addresses
}
