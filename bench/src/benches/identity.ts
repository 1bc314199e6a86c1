import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildDeps } from '@kura/server/deps'
import type { Deps } from '@kura/server/deps'
import { readEnv } from '@kura/server/env'
import { checkBot } from '@kura/server/identity/session/check-bot'
import { findViewer } from '@kura/server/identity/session/session'
import { seedMember } from '@kura/server/testing/seed-member'
import { cannon } from '../load/run-load.ts'
import { alternate, comparedFigure, plainFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { mannWhitneyP } from '../measure/mann-whitney.ts'
import { medianOf } from '../measure/spread.ts'
import { startReference } from '../world/reference.ts'
import { startShop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

const password = 'correct horse battery staple'
const botHeader = 'x-recaptcha-token-v3'

/**
 * Signing in, refreshing and reading the account, against Fastify with the same SQL; the cost of
 * the session and the bot check per request; and whether response times reveal known addresses.
 */
export async function identityBench(world: World): Promise<Figure[]> {
  const database = await world.newDatabase()
  await liftLimits(database.sql)
  const captcha = await startCaptcha(world)
  const shop = await startShop(world, database.url, { CAPTCHA_VERIFY_URL: captcha })
  const deps = await buildDeps(readEnv({ ...shop.env, LOG_LEVEL: 'fatal' }))
  world.after(() => deps.close())
  const owner = await seedMember(deps, { email: 'owner@example.jp', password })
  const sessions: string[] = []
  for (let at = 0; at < world.sizes.members; at += 1) sessions.push((await seedMember(deps)).session)
  const { session, email } = owner
  const reference = await startReference(world, 'identity-server.ts', { env: shop.env, session, email, password })
  const figures = [
    ...(await measureLoad(world, { own: shop.url, reference: reference.url, sessions })),
    ...(await measureChecks(world, deps, sessions)),
    ...(await measureTime(world, shop.url)),
  ]
  await Promise.all([shop.stop(), reference.stop()])
  return figures
}

/**
 * Buckets that never empty, and tokens that may be reused: the statements run, but refuse nothing.
 */
async function liftLimits(sql: Deps['sql']): Promise<void> {
  await sql.unsafe(`
    create function bench_full() returns trigger language plpgsql as $$ begin new.tokens := 1e9; return new; end $$;
    create trigger bench_full before insert or update on rate_limits for each row execute function bench_full();
    create function bench_fresh() returns trigger language plpgsql as
      $$ begin new.token_hash := sha256(gen_random_uuid()::text::bytea); return new; end $$;
    create trigger bench_fresh before insert on bot_tokens for each row execute function bench_fresh();
    create function bench_again() returns trigger language plpgsql as $$ begin new.replaced_at := null; return new; end $$;
    create trigger bench_again before update on sessions for each row execute function bench_again();`)
}

/** Responds like the provider, without delay. A token is the action and a number. */
async function startCaptcha(world: World): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const action = (new URLSearchParams(Buffer.concat(chunks).toString()).get('response') ?? '').split('.')[0]
      const verdict = {
        success: true,
        hostname: 'localhost',
        action,
        score: 0.9,
        challenge_ts: new Date().toISOString(),
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(verdict))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
}

type Sides = { own: string; reference: string; sessions: string[] }
type Load = { name: string; path: string; method: 'GET' | 'POST'; isSignIn?: true }

async function measureLoad(world: World, { own, reference, sessions }: Sides): Promise<Figure[]> {
  const { rounds, secondsPerRun, warmUpSeconds, connections } = world.sizes
  const loads: Load[] = [
    { name: 'GET account with a session', path: '/auth/account', method: 'GET' },
    { name: 'refresh', path: '/auth/refresh', method: 'POST' },
    { name: 'sign-in with a password', path: '/auth/email_sign_in', method: 'POST', isSignIn: true },
  ]
  const figures: Figure[] = []
  for (const { name, path, method, isSignIn } of loads) {
    const headers: Record<string, string> = isSignIn
      ? { 'content-type': 'application/json', [botHeader]: 'email_sign_in.1' }
      : {}
    const more = isSignIn ? { body: JSON.stringify({ email: 'owner@example.jp', password }) } : { sessions }
    const run = async (url: string, seconds = secondsPerRun) =>
      (await cannon({ url, paths: [path], method, seconds, connections, headers, ...more })).perSecond
    for (const url of [own, reference]) await run(url, warmUpSeconds)
    const result = await alternate(
      rounds,
      () => run(own),
      () => run(reference),
    )
    figures.push(comparedFigure({ name, unit: 'requests/s', reference: 'Fastify, same SQL' }, result))
  }
  return figures
}

/** The cost of a request before its handler starts, sequentially. */
async function measureChecks(world: World, deps: Deps, sessions: string[]): Promise<Figure[]> {
  const times = world.sizes.rounds * 200
  const took = async (work: (at: number) => Promise<unknown>): Promise<number[]> => {
    const each: number[] = []
    for (let at = 0; at < times; at += 1) {
      const begun = performance.now()
      await work(at)
      each.push(performance.now() - begun)
    }
    return each.slice(times / 10)
  }
  const bot = { action: 'email_sign_in', headers: { [botHeader]: 'email_sign_in.1' }, ip: '127.0.0.1' }
  const verdict = { isPassed: true, hostname: 'localhost', action: bot.action, score: 0.9 }
  const instant: Deps = { ...deps, captcha: { verify: async () => ({ ...verdict, solvedAtMs: Date.now() }) } }
  const middles = async (name: string, work: (at: number) => Promise<unknown>) =>
    plainFigure({ name, unit: 'ms' }, [medianOf(await took(work))])
  return [
    await middles('session check per request', async (at) => {
      if (!(await findViewer(deps, sessions[at % sessions.length] ?? ''))) throw new Error('a session was not found')
    }),
    await middles('bot check per request, our part', () => checkBot(instant, bot)),
    await middles('bot check per request, with a provider on this machine', () => checkBot(deps, bot)),
  ]
}

/**
 * A3: known and unknown addresses alternately; the p of the Mann–Whitney test, and the difference
 * of the medians.
 */
async function measureTime(world: World, url: string): Promise<Figure[]> {
  const samples = world.sizes.rounds >= 5 ? 400 : 40
  const calls: [string, string, object][] = [
    ['sign-in', 'email_sign_in', { password: 'not the password' }],
    ['sign-up', 'email_sign_up', {}],
    ['reset of the password', 'password_reset_prepare', {}],
    ['sign-in link', 'onetime_token_prepare', {}],
  ]
  const figures: Figure[] = []
  for (const [name, action, more] of calls) {
    const ask = async (email: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', [botHeader]: `${action}.1` }
      const begun = performance.now()
      const answer = await fetch(`${url}/auth/${action}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email, ...more }),
      })
      await answer.text()
      const ms = performance.now() - begun
      if (answer.status !== 202 && answer.status !== 401) throw new Error(`${action} returned ${answer.status}`)
      return ms
    }
    for (let at = 0; at < 20; at += 1) await ask(`warm${at}@example.jp`)
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let at = 0; at < samples; at += 1) {
      if (at % 2 === 0) known.push(await ask('owner@example.jp'))
      unknown.push(await ask('owned@example.jp'))
      if (at % 2 === 1) known.push(await ask('owner@example.jp'))
    }
    figures.push(
      plainFigure({ name: `${name}: Mann–Whitney p of ${samples} + ${samples}`, unit: 'p' }, [
        mannWhitneyP(known, unknown),
      ]),
      plainFigure({ name: `${name}: median of known less unknown`, unit: 'ms' }, [medianOf(known) - medianOf(unknown)]),
    )
  }
  return figures
}
