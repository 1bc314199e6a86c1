import assert from 'node:assert/strict'
import test from 'node:test'

type Script = { src: string; async: boolean; listeners: Map<string, () => void>; removed: boolean }
type Rendered = { sitekey: string; size: string; badge?: string }

/** A page of which only the scripts and what is rendered are seen. */
function fakePage() {
  const scripts: Script[] = []
  const rendered: Rendered[] = []
  const page: Record<string, unknown> = {}
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
    body: { append: () => undefined },
  }
  Object.assign(globalThis, { window: page, document })
  const arrive = () => {
    page['grecaptcha'] = {
      render: (_host: unknown, options: Rendered) => rendered.push(options) - 1,
      execute: async (client: number, { action }: { action: string }) => `${client}:${action}`,
      reset: () => undefined,
    }
    ;(page['kuraCaptchaLoaded'] as () => void)()
  }
  return { scripts, rendered, arrive }
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

test('another site key after loading is refused', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  fakePage()
  const loadCaptcha = await fresh()
  void loadCaptcha(captcha)
  await assert.rejects(loadCaptcha({ ...captcha, v3SiteKey: 'other' }), /another site key/)
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
