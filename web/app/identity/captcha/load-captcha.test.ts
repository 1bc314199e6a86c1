import assert from 'node:assert/strict'
import test from 'node:test'
import type { TestContext } from 'node:test'
import { retireWidget } from './load-captcha.ts'

type Script = { src: string; async: boolean; listeners: Map<string, () => void>; removed: boolean }
type Rendered = { sitekey: string; size: string; badge?: string }

/** A page of which only the scripts and what is rendered are seen. */
function fakePage() {
  const scripts: Script[] = []
  const rendered: Rendered[] = []
  const hosts: Script[] = []
  const page: Record<string, unknown> = {}
  const world = { isRenderBroken: false }
  const element = () => {
    const script: Script = { src: '', async: false, listeners: new Map(), removed: false }
    return Object.assign(script, {
      addEventListener: (name: string, listener: () => void) => script.listeners.set(name, listener),
      remove: () => (script.removed = true),
    })
  }
  const document = {
    createElement: element,
    head: { append: (script: Script) => scripts.push(script) },
    body: { append: (host: Script) => hosts.push(host) },
  }
  Object.assign(globalThis, { window: page, document })
  const arrive = () => {
    page['grecaptcha'] = {
      render: (_host: unknown, options: Rendered) => {
        if (world.isRenderBroken) throw new Error('Invalid site key')
        return rendered.push(options) - 1
      },
      execute: async (client: number, { action }: { action: string }) => `${client}:${action}`,
      reset: () => undefined,
    }
    ;(page['kuraCaptchaLoaded'] as () => void)()
  }
  return { scripts, rendered, arrive, world, hosts }
}

const captcha = { scriptUrl: 'https://captcha.example/api.js', v3SiteKey: 'v3-key', v2SiteKey: 'v2-key' }
const fresh = async () =>
  ((await import(`./load-captcha.ts?${Math.random()}`)) as typeof import('./load-captcha.ts')).loadCaptcha

test('the script loads on the first use only, to be rendered explicitly, and is looked for every 25 ms', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { scripts, rendered, arrive } = fakePage()
  const loadCaptcha = await fresh()
  assert.equal(scripts.length, 0)
  const loading = loadCaptcha(captcha)
  void loadCaptcha(captcha)
  assert.deepEqual(
    scripts.map(({ src }) => src),
    ['https://captcha.example/api.js?onload=kuraCaptchaLoaded&render=explicit'],
  )
  arrive()
  t.mock.timers.tick(24)
  assert.equal(rendered.length, 0)
  t.mock.timers.tick(1)
  const { challenge } = await loading
  assert.deepEqual(rendered, [{ sitekey: 'v3-key', size: 'invisible', badge: 'bottomright' }])
  assert.equal(await challenge('email_sign_in'), '0:email_sign_in')
})

test('the script comes from the alternate domain where that is set', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { scripts } = fakePage()
  const loadCaptcha = await fresh()
  void loadCaptcha({ ...captcha, scriptUrl: 'https://www.recaptcha.net/recaptcha/api.js' })
  assert.deepEqual(
    scripts.map(({ src }) => src),
    ['https://www.recaptcha.net/recaptcha/api.js?onload=kuraCaptchaLoaded&render=explicit'],
  )
})

test('another site key after loading is refused, of either version', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  fakePage()
  const loadCaptcha = await fresh()
  void loadCaptcha(captcha)
  await assert.rejects(loadCaptcha({ ...captcha, v3SiteKey: 'other' }), /another site key/)
  await assert.rejects(loadCaptcha({ ...captcha, v2SiteKey: 'other' }), /another site key/)
})

/** How many timers run: each one that is set is counted until it is cleared. */
function countTimers(t: TestContext): () => number {
  const running = new Set<unknown>()
  const { setInterval, clearInterval } = globalThis
  t.mock.method(globalThis, 'setInterval', (...words: Parameters<typeof setInterval>) => {
    const timer = setInterval(...words)
    running.add(timer)
    return timer
  })
  t.mock.method(globalThis, 'clearInterval', (timer: Parameters<typeof clearInterval>[0]) => {
    running.delete(timer)
    clearInterval(timer)
  })
  return () => running.size
}

test('the poll ends on every path: when the script is there, when it does not come, when it renders nothing', async (t) => {
  const count = countTimers(t)
  for (const end of ['arrives', 'fails', 'cannot render'] as const) {
    const { scripts, arrive, world } = fakePage()
    const loading = (await fresh())(captcha)
    assert.equal(count(), 1)
    world.isRenderBroken = end === 'cannot render'
    if (end === 'fails') scripts[0]?.listeners.get('error')?.()
    else arrive()
    await loading.then(
      () => assert.equal(end, 'arrives'),
      () => assert.notEqual(end, 'arrives'),
    )
    assert.equal(count(), 0, end)
  }
})

test('a script that cannot render is brought again by the next use, and leaves nothing on the page', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { scripts, rendered, arrive, world, hosts } = fakePage()
  const loadCaptcha = await fresh()
  world.isRenderBroken = true
  const failed = loadCaptcha(captcha)
  arrive()
  t.mock.timers.tick(25)
  await assert.rejects(failed, /Invalid site key/)
  assert.deepEqual(
    [scripts, hosts].map((all) => all.map(({ removed }) => removed)),
    [[true], [true]],
  )
  world.isRenderBroken = false
  const again = loadCaptcha(captcha)
  arrive()
  t.mock.timers.tick(25)
  await again
  assert.deepEqual([scripts.length, rendered.length], [2, 1])
})

test('a script that did not come may be asked for again', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { scripts } = fakePage()
  const loadCaptcha = await fresh()
  const failed = loadCaptcha(captcha)
  scripts[0]?.listeners.get('error')?.()
  await assert.rejects(failed, /did not load/)
  void loadCaptcha(captcha)
  assert.deepEqual([scripts.length, scripts[0]?.removed], [2, true])
})

test('a removed widget stays on the page, hidden, for five seconds', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const kept = new Set<object>()
  const host = { hidden: false, remove: () => void kept.delete(host) }
  Object.assign(globalThis, { document: { body: { append: (each: object) => kept.add(each) } } })
  retireWidget(host as unknown as HTMLElement)
  assert.equal(host.hidden, true)
  t.mock.timers.tick(4999)
  assert.ok(kept.has(host))
  t.mock.timers.tick(1)
  assert.ok(!kept.has(host))
})
