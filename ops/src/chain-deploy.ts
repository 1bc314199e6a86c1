import { createAccessNode } from '@kura/cadence/access-node'
import { DeployError } from '@kura/cadence/deploy-error'
import { deployContracts, type Deployment } from '@kura/cadence/deploy'
import type { HashAlgorithm, SignatureAlgorithm } from '@kura/cadence/sign'
import { parseArgs } from 'node:util'
import { collectionProfile } from './collection-profile.ts'

const accessNodes = {
  emulator: 'http://127.0.0.1:8888',
  testnet: 'https://rest-testnet.onflow.org',
  mainnet: 'https://rest-mainnet.onflow.org',
} as const
const chainIds = { emulator: 'flow-emulator', testnet: 'flow-testnet', mainnet: 'flow-mainnet' } as const

const usage = `npm run chain:deploy -- --network emulator|testnet|mainnet [--access-node <url>]
  FLOW_DEPLOY_ADDRESS, FLOW_DEPLOY_KEY   account that pays, and its private key (64 hex digits)
  FLOW_DEPLOY_KEY_INDEX (0), FLOW_DEPLOY_SIGNATURE (ECDSA_P256), FLOW_DEPLOY_HASH (SHA3_256)
  FLOW_AGENT_ADDRESS                     agent account made by hand; without it one is created
  FLOW_AGENT_KEYS (20)                   proposal keys of the agent
  FLOW_AGENT_GENERATE_KEY=true           lets mainnet make the key files (agent, sale) itself
  FLOW_AGENT_DAILY_SALES (100000), FLOW_AGENT_DAILY_YEN (1000000000)
                                         the most the agent may deliver in a day, set when it is first registered
  PUBLIC_URL, SITE_NAME (Kura)           address and name of the site: how wallets show the collection and link its tokens
  KURA_HOME (.kura)                      where chain.json, keys/agent.key and keys/sale.key are kept`

function readWords(args: string[]) {
  try {
    return parseArgs({ args, options: { network: { type: 'string' }, 'access-node': { type: 'string' } } }).values
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`)
    return undefined
  }
}

/**
 * Deploys or updates the contracts on a network, with keys from the environment. Prints the
 * settings a server needs.
 */
export async function chainDeploy(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const values = readWords(args)
  if (!values) return 2
  const network = values.network as keyof typeof accessNodes | undefined
  if (!network || !(network in accessNodes) || !env.FLOW_DEPLOY_ADDRESS || !env.FLOW_DEPLOY_KEY) {
    console.error(usage)
    return 2
  }
  const url = values['access-node'] ?? env.FLOW_ACCESS_NODE ?? accessNodes[network]
  try {
    await ensureNetwork(url, chainIds[network])
    const deployment = await deployContracts({
      accessNode: url,
      payer: {
        address: env.FLOW_DEPLOY_ADDRESS,
        privateKey: env.FLOW_DEPLOY_KEY,
        keyIndex: Number(env.FLOW_DEPLOY_KEY_INDEX ?? 0),
        signatureAlgorithm: (env.FLOW_DEPLOY_SIGNATURE ?? 'ECDSA_P256') as SignatureAlgorithm,
        hashAlgorithm: (env.FLOW_DEPLOY_HASH ?? 'SHA3_256') as HashAlgorithm,
      },
      home: env.KURA_HOME ?? '.kura',
      agentKeys: Number(env.FLOW_AGENT_KEYS ?? 20),
      agentAddress: env.FLOW_AGENT_ADDRESS,
      agentCaps: {
        maxSalesPerDay: Number(env.FLOW_AGENT_DAILY_SALES ?? 100_000),
        maxYenPerDay: Number(env.FLOW_AGENT_DAILY_YEN ?? 1_000_000_000),
      },
      generateKey: network !== 'mainnet' || env.FLOW_AGENT_GENERATE_KEY === 'true',
      profile: env.PUBLIC_URL ? collectionProfile(env.PUBLIC_URL, env.SITE_NAME || undefined) : undefined,
      log: (line) => console.log(line),
    })
    if (!env.PUBLIC_URL) console.error('PUBLIC_URL is not set: how wallets show the collection was left as it is')
    console.log(environmentOf(url, deployment))
    return 0
  } catch (error) {
    const code = error instanceof DeployError ? `${error.code}: ` : ''
    console.error(`${code}${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}

async function ensureNetwork(url: string, expected: string) {
  const chainId = await createAccessNode({ url }).getChainId()
  if (chainId !== expected) throw new DeployError('WRONG_NETWORK', `${url} is ${chainId}, not ${expected}`)
}

const environmentOf = (url: string, deployment: Deployment) =>
  [
    `FLOW_NETWORK=${deployment.network}`,
    `FLOW_ACCESS_NODE=${url}`,
    `FLOW_CONTRACT_ADDRESS=${deployment.contractAddress}`,
    `FLOW_AGENT_ADDRESS=${deployment.agentAddress}`,
    `FLOW_AGENT_KEY_FILE=${deployment.agentKeyFile}`,
    `FLOW_AGENT_KEYS=${deployment.agentKeys}`,
    `FLOW_SALE_KEY_FILE=${deployment.saleKeyFile}`,
    `FLOW_SALE_KEY_INDEX=${deployment.saleKeyIndex}`,
    `FLOW_NFT_ADDRESS=${deployment.nftAddress}`,
    `FLOW_FT_ADDRESS=${deployment.ftAddress}`,
    `FLOW_CRYPTO_ADDRESS=${deployment.cryptoAddress}`,
  ].join('\n')

if (import.meta.main) process.exitCode = await chainDeploy(process.argv.slice(2))
