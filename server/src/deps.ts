import { createAccessNode } from '@kura/cadence/access-node'
import type { AccessNode } from '@kura/cadence/access-node'
import { keyFileSigner } from '@kura/cadence/sign'
import type { Signer } from '@kura/cadence/sign'
import pino from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { buildBackground } from './background.ts'
import type { Background } from './background.ts'
import type { ChainConfig, SaleKey } from './platform/flow/chain-config.ts'
import { showChecks } from './audit/check/run-checks.ts'
import { connect } from './platform/db/connect.ts'
import type { Sql } from './platform/db/connect.ts'
import type { Env } from './env.ts'
import { wireModules } from './wiring.ts'
import { buildCaptcha } from './platform/gateways/captcha.ts'
import type { Captcha } from './platform/gateways/captcha.ts'
import type { CardGateway, CardVault } from './platform/gateways/card.ts'
import { cardGateway } from './platform/gateways/card-gateway.ts'
import { cardVault } from './platform/gateways/card-vault.ts'
import { buildMailer } from './platform/gateways/mailer.ts'
import type { Mailer } from './platform/gateways/mailer.ts'
import { buildPushService } from './platform/gateways/push-service.ts'
import type { PushService } from './platform/gateways/push-service.ts'
import type { PaidyGateway } from './platform/gateways/payment-gateway.ts'
import { paidyGateway } from './platform/gateways/paidy-gateway.ts'
import { withSteps } from './platform/step.ts'
import { hideMailAddresses, stripAddresses } from './platform/log-lines.ts'
import { buildPasswordHasher } from './identity/member/password-hasher.ts'
import type { PasswordHasher } from './identity/member/password-hasher.ts'
import { buildMetrics } from './platform/metrics.ts'
import type { Metrics } from './platform/metrics.ts'
import { showOpenItems } from './audit/reconcile/open-items.ts'

/** What verbs are given. Each takes the part it needs: `Pick<Deps, 'sql' | 'card'>`. */
export type Deps = {
  env: Env
  sql: Sql
  log: Logger
  metrics: Metrics
  background: Background
  captcha: Captcha
  card: CardGateway
  cardVault: CardVault
  paidy: PaidyGateway
  mailer: Mailer
  push: PushService
  passwords: PasswordHasher
  accessNode: AccessNode
  chain: ChainConfig
  /** The agent's key: requests start mints, the worker finishes them. */
  signer: Signer
  /** The key that signs orders to sell and nothing else, with its index at SalePermission. */
  saleKey: SaleKey
  close: () => Promise<void>
}

/** Builds everything a process needs; the only place that picks gateways. */
export async function buildDeps(env: Env, log: Logger = buildLog(env)): Promise<Deps> {
  wireModules()
  const sql = connect(env.DATABASE_URL)
  const metrics = buildMetrics()
  showChecks(metrics.registry, sql)
  showOpenItems(metrics.registry, sql)
  const background = buildBackground(log)
  const mailer = buildMailer(env)
  return {
    env,
    sql,
    log,
    metrics,
    background,
    captcha: buildCaptcha(env),
    card: withSteps('card', cardGateway(env)),
    cardVault: withSteps('vault', cardVault(env)),
    paidy: withSteps('paidy', paidyGateway(env)),
    mailer,
    push: buildPushService(env),
    passwords: buildPasswordHasher(metrics),
    accessNode: withSteps('flow', createAccessNode({ url: env.FLOW_ACCESS_NODE })),
    chain: chainConfig(env),
    signer: keyFileSigner(env.FLOW_AGENT_KEY_FILE),
    saleKey: { signer: keyFileSigner(env.FLOW_SALE_KEY_FILE), keyIndex: env.FLOW_SALE_KEY_INDEX },
    close: async () => {
      await background.settled()
      mailer.close()
      await sql.end({ timeout: 5 })
    },
  }
}

const chainConfig = (env: Env): ChainConfig => ({
  network: env.FLOW_NETWORK,
  contractAddress: env.FLOW_CONTRACT_ADDRESS,
  agentAddress: env.FLOW_AGENT_ADDRESS,
  nftAddress: env.FLOW_NFT_ADDRESS,
  ftAddress: env.FLOW_FT_ADDRESS,
  cryptoAddress: env.FLOW_CRYPTO_ADDRESS,
})

/**
 * The log, to standard output by default. Secrets, queries of addresses, e-mail addresses and rows
 * that the database refused are removed first.
 */
export const buildLog = (env: Pick<Env, 'LOG_LEVEL'>, to: DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level: env.LOG_LEVEL,
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers.cookie',
          'req.headers["x-auth-session"]',
          'req.headers["x-recaptcha-token-v2"]',
          'req.headers["x-recaptcha-token-v3"]',
          '*.password',
          '*.token',
          '*.paymentToken',
          '*.securityCode',
          '*.signature',
          '*.email',
          // the row that the database refused
          '*.detail',
        ],
        censor: '[redacted]',
      },
      hooks: { streamWrite: (line) => hideMailAddresses(stripAddresses(line)) },
    },
    to,
  )
