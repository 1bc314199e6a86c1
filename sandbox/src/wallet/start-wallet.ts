import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { faulty, openToAllOrigins } from '../shared/faults.ts'
import { switchRoutes, type Switches } from '../shared/switches.ts'
import { openAccounts, type Accounts, type WalletAccount } from './accounts.ts'
import { answerQuestion, matchesVoucher, type Question } from './answers.ts'
import { backChannelRoutes, makeBackChannel, scriptedBehaviour, type BackChannel } from './back-channel.ts'
import { isBehaviour } from './behaviours.ts'
import { makeChain, type Payer } from './chain.ts'
import { isWalletService, methods, offeredWallets, type PollingResponse } from './services.ts'
import { accountsPage, discoveryPage, servicePage, walletIcon } from './wallet-pages.ts'
import { makeWalletSwitches, type WalletFaults } from './wallet-switches.ts'

type Options = {
  dataDir: string
  baseUrl: () => string
  /** Access REST address of the network, and who pays for new accounts there. */
  accessNode: () => string
  payer: () => Promise<Payer>
}
type Parts = {
  accounts: Accounts
  switches: Switches<WalletFaults>
  channel: BackChannel
  answer: (question: Question) => Promise<PollingResponse>
}

const sendPage = (reply: FastifyReply, text: string) => reply.type('text/html').send(text)
const publicView = ({ name, label, email, address, keyId, key }: WalletAccount) => ({
  name,
  label,
  email,
  address,
  keyId,
  curve: key.curve,
})

/**
 * Adds the wallet under /wallet, discovery under /discovery and the switches under /sandbox/wallet.
 */
export async function startWallet(app: FastifyInstance, options: Options): Promise<void> {
  const { dataDir, baseUrl, accessNode, payer } = options
  const switches = makeWalletSwitches()
  const accounts = await openAccounts(join(dataDir, 'wallet.json'), makeChain(accessNode, payer))
  const answer = (question: Question) => answerQuestion({ base: baseUrl, accounts }, question)
  switchRoutes(app, '/sandbox/wallet', switches)
  const channel = makeBackChannel({ base: baseUrl, switches, answer })
  await app.register(async (scope) => {
    openToAllOrigins(scope, '/wallet/back/:service', '/wallet/back/poll', '/discovery/api')
    faulty(scope, switches)
    backChannelRoutes(scope, channel)
    scope.post<{ Body: { supportedStrategies?: unknown; clientServices?: unknown } }>('/discovery/api', (request) =>
      discover(baseUrl(), request.body ?? {}),
    )
  })
  await app.register(async (scope) => {
    faulty(scope, switches)
    await pages(scope, accounts)
    pageCalls(scope, { accounts, switches, channel, answer })
  })
}

function discover(base: string, asked: { supportedStrategies?: unknown; clientServices?: unknown }) {
  const { supportedStrategies: strategies, clientServices } = asked
  const own = offeredWallets(base).filter(({ method }) => !Array.isArray(strategies) || strategies.includes(method))
  return [...own, ...(Array.isArray(clientServices) ? (clientServices as unknown[]) : [])]
}

async function pages(app: FastifyInstance, accounts: Accounts) {
  const scripts = {
    'wallet.js': 'browser-wallet.js',
    'discovery.js': 'browser-discovery.js',
    'protocol.js': 'browser-protocol.js',
  }
  for (const [name, file] of Object.entries(scripts)) {
    const text = await readFile(join(import.meta.dirname, file), 'utf8')
    app.get(`/wallet/${name}`, (_request, reply) => reply.type('text/javascript').send(text))
  }
  app.get('/wallet/icon.svg', (_request, reply) => reply.type('image/svg+xml').send(walletIcon))
  app.get('/discovery', (_request, reply) => sendPage(reply, discoveryPage()))
  app.get('/wallet', async (_request, reply) => sendPage(reply, accountsPage(await accounts.list())))
  app.get<{ Params: { service: string } }>('/wallet/:service', (request, reply) =>
    isWalletService(request.params.service) ? sendPage(reply, servicePage()) : reply.code(404).send('no such page'),
  )
}

// No page of another origin may call these: they take JSON only, and answer no preflight.
function pageCalls(app: FastifyInstance, { accounts, switches, channel, answer }: Parts) {
  app.get('/wallet/api/accounts', async () => ({ accounts: (await accounts.list()).map(publicView) }))
  app.post<{ Body: { label?: string; curve?: string } }>('/wallet/api/accounts', async (request) => {
    const { label, curve } = request.body ?? {}
    const name = typeof label === 'string' ? label.slice(0, 40) : ''
    return publicView(await accounts.create(name, curve === 'secp256k1' ? curve : 'P-256'))
  })
  app.post<{ Body: { body?: Record<string, unknown> } }>('/wallet/api/check', (request) => ({
    matches: matchesVoucher(request.body?.body ?? {}),
  }))
  app.get<{ Params: { id: string } }>('/wallet/api/pending/:id', (request, reply) => {
    return channel.find(request.params.id) ?? reply.code(404).send({ error: 'no such request' })
  })
  app.post<{ Body: Partial<Question> & { pollingId?: string | null } }>(
    '/wallet/api/answer',
    async (request, reply) => {
      const { service, method, behaviour, account, body, config, pollingId } = request.body ?? {}
      if (!isWalletService(service) || typeof body !== 'object' || !body)
        return reply.code(400).send({ error: 'no such question' })
      const response = await answer({
        service,
        method: methods.find((one) => one === method) ?? 'IFRAME/RPC',
        behaviour: isBehaviour(behaviour) ? behaviour : scriptedBehaviour(switches, service),
        account: account ?? switches.now.account,
        body,
        config,
      })
      if (pollingId) channel.settle(pollingId, response)
      return response
    },
  )
}
