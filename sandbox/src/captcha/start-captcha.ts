import { readFile } from 'node:fs/promises'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { faulty, openToAllOrigins } from '../shared/faults.ts'
import { html } from '../shared/html.ts'
import { isCount, isFlag, isText, makeSwitches, orNull, switchRoutes } from '../shared/switches.ts'
import { makeCaptchaTokens, sandboxKeys, type CaptchaTokens, type Scripted } from './captcha-tokens.ts'

type CaptchaFaults = Scripted & { down: boolean; verifyDown: boolean; slowMs: number }
type Fields = Record<string, string | undefined>

const makeCaptchaSwitches = () =>
  makeSwitches<CaptchaFaults>(
    {
      /** Script, widget and verification return 503. */
      down: false,
      /**
       * Only the verification returns 503: the visitor has a token, but the shop cannot check it.
       */
      verifyDown: false,
      slowMs: 0,
      score: 0.9,
      hostname: null,
      action: null,
      lifeSeconds: 120,
    },
    {
      down: isFlag,
      verifyDown: isFlag,
      slowMs: isCount,
      score: (value) => typeof value === 'number' && value >= 0 && value <= 1,
      hostname: orNull(isText),
      action: orNull(isText),
      lifeSeconds: isCount,
    },
  )

/**
 * Adds the captcha: script, widget frame, token and verification under /captcha, switches under
 * /sandbox/captcha.
 */
export async function startCaptcha(app: FastifyInstance): Promise<void> {
  const switches = makeCaptchaSwitches()
  const tokens = makeCaptchaTokens(switches.now)
  const script = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')
  const [api, frame] = await Promise.all([script('browser-api.js'), script('browser-frame.js')])

  switchRoutes(app, '/sandbox/captcha', switches)
  issueForTests(app, tokens)
  await app.register(async (scope) => {
    openToAllOrigins(scope, '/captcha/token')
    faulty(scope, switches)
    await scope.register(formbody)
    scope.get('/captcha/api.js', (_request, reply) => reply.type('text/javascript').send(api))
    scope.get('/captcha/frame.js', (_request, reply) => reply.type('text/javascript').send(frame))
    scope.get('/captcha/frame', (_request, reply) => reply.type('text/html').send(framePage))
    scope.post<{ Body: Fields }>('/captcha/token', (request, reply) => {
      const { sitekey = '', hostname = '', action } = request.body ?? {}
      if (action !== undefined && !/^[A-Za-z/_]*$/.test(action)) return reply.code(400).send({ error: 'bad action' })
      const token = tokens.issue({ siteKey: sitekey, hostname, action })
      return token ? { token, lifeSeconds: switches.now.lifeSeconds } : reply.code(400).send({ error: 'bad site key' })
    })
    scope.post<{ Body: Fields }>('/captcha/siteverify', (request, reply) => {
      if (switches.now.verifyDown) return reply.code(503).send('down (switched off in the sandbox)')
      return tokens.verify(request.body?.secret, request.body?.response)
    })
  })
}

function issueForTests(app: FastifyInstance, tokens: CaptchaTokens) {
  type Body = { version?: string; action?: string; hostname?: string; score?: number; ageSeconds?: number }
  app.post<{ Body: Body }>('/sandbox/captcha/issue', (request, reply) => {
    const { version, action, hostname = 'localhost', score, ageSeconds } = request.body ?? {}
    const pair = sandboxKeys.find((candidate) => candidate.version === version)
    if (!pair) return reply.code(400).send({ error: 'version is v2 or v3' })
    return { token: tokens.issue({ siteKey: pair.siteKey, hostname, action, score, ageSeconds }) }
  })
}

const framePage = html`<!doctype html>
  <html lang="ja">
    <head>
      <meta charset="utf-8" />
      <meta name="color-scheme" content="light" />
      <title>人間の確認</title>
      <style>
        * {
          box-sizing: border-box;
        }
        body {
          margin: 0;
          font:
            14px/1.3 'Hiragino Sans',
            'Noto Sans JP',
            'Yu Gothic',
            Meiryo,
            sans-serif;
          color: #1b1a19;
          background: #fbfaf7;
        }
        label {
          display: flex;
          align-items: center;
          gap: 12px;
          height: 100vh;
          padding: 0 12px;
          border: 1px solid #e7e3dc;
          border-radius: 8px;
          cursor: pointer;
        }
        label[hidden] {
          display: none;
        }
        input {
          width: 28px;
          height: 28px;
          flex: none;
          accent-color: #2b3a67;
        }
        small {
          display: block;
          color: #636161;
          font-size: 12px;
        }
        p {
          margin: 0;
          padding: 12px;
        }
      </style>
      <script type="module" src="/captcha/frame.js"></script>
    </head>
    <body>
      <label hidden
        ><input type="checkbox" /><span>私はロボットではありません<small>I’m not a robot · sandbox</small></span></label
      >
      <p hidden>sandbox 認証 <small>このサイトは保護されています</small></p>
    </body>
  </html>`.markup
