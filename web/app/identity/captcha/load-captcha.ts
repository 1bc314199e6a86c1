import type { SiteConfig } from '@kura/contract/site'

type RenderOptions = {
  sitekey: string
  theme?: 'light' | 'dark'
  size: 'normal' | 'invisible'
  badge?: 'bottomright'
  callback?: (token: string) => void
  'expired-callback'?: () => void
  'error-callback'?: () => void
}
type Grecaptcha = {
  execute: (client: number, options: { action: string }) => Promise<string>
  render: (element: HTMLElement, options: RenderOptions) => number
  reset: (widget?: number) => void
}
type Captcha = {
  /** Runs a challenge of version 3 for an action. */
  challenge: (action: string) => Promise<string>
  render: Grecaptcha['render']
  reset: Grecaptcha['reset']
}
type CaptchaWindow = Window & { grecaptcha?: Grecaptcha; kuraCaptchaLoaded?: () => void }

const pollMs = 25
let loading: { siteKeys: string; ready: Promise<Captcha> } | undefined

/**
 * Loads the provider's script on the first use, from the host that `scriptUrl` names: the provider's own or its alternate domain.
 * Asking with another site key of either version after that is a mistake and rejected. Whatever goes wrong, the next use tries
 * again.
 */
export function loadCaptcha(captcha: SiteConfig['captcha']): Promise<Captcha> {
  const siteKeys = JSON.stringify([captcha.v3SiteKey, captcha.v2SiteKey])
  if (loading) {
    if (loading.siteKeys === siteKeys) return loading.ready
    return Promise.reject(new Error('the captcha is loaded with another site key'))
  }
  const mine = { siteKeys, ready: load(captcha) }
  loading = mine
  mine.ready.catch(() => {
    if (loading === mine) loading = undefined
  })
  return mine.ready
}

async function load(captcha: SiteConfig['captcha']): Promise<Captcha> {
  const page = window as unknown as CaptchaWindow
  let isLoaded = false
  page.kuraCaptchaLoaded = () => {
    isLoaded = true
  }
  const script = document.createElement('script')
  const url = new URL(captcha.scriptUrl)
  url.searchParams.set('onload', 'kuraCaptchaLoaded')
  url.searchParams.set('render', 'explicit')
  script.src = url.href
  script.async = true
  let poll: ReturnType<typeof setInterval> | undefined
  try {
    const provider = await new Promise<Grecaptcha>((resolve, reject) => {
      script.addEventListener('error', () => reject(new Error('the captcha script did not load')))
      poll = setInterval(() => {
        if (isLoaded && page.grecaptcha) resolve(page.grecaptcha)
      }, pollMs)
      document.head.append(script)
    })
    return withInvisible(provider, captcha.v3SiteKey)
  } catch (error) {
    // the next use loads it again
    script.remove()
    throw error
  } finally {
    clearInterval(poll)
  }
}

/**
 * Version 3 is a separate client next to the visible widgets, with its badge at the bottom right.
 */
function withInvisible(provider: Grecaptcha, siteKey: string): Captcha {
  const host = document.createElement('div')
  document.body.append(host)
  const client = attempt(
    () => provider.render(host, { sitekey: siteKey, size: 'invisible', badge: 'bottomright' }),
    () => host.remove(),
  )
  return {
    challenge: (action) => provider.execute(client, { action }),
    render: (element, options) => provider.render(element, options),
    reset: (widget) => provider.reset(widget),
  }
}

function attempt<T>(work: () => T, undo: () => void): T {
  try {
    return work()
  } catch (error) {
    undo()
    throw error
  }
}

/** The provider still messages its frames for a moment after they are removed. */
const keptMs = 5000

/**
 * Keeps the frames of a removed widget hidden for a while: the provider's script fails without
 * them.
 */
export function retireWidget(host: HTMLElement): void {
  host.hidden = true
  document.body.append(host)
  setTimeout(() => host.remove(), keptMs)
}
