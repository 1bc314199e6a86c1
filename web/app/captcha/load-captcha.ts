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
export type Captcha = {
  /** Runs a challenge of version 3 for an action. */
  challenge: (action: string) => Promise<string>
  render: Grecaptcha['render']
  reset: Grecaptcha['reset']
}
type CaptchaWindow = Window & { grecaptcha?: Grecaptcha; kuraCaptchaLoaded?: () => void }

const pollMs = 25
let loading: { siteKey: string; ready: Promise<Captcha> } | undefined

/**
 * Loads the provider's script on the first use, from the host that `scriptUrl` names: the provider's own or its alternate domain.
 * Asking with another site key after that is a mistake and rejected.
 */
export function loadCaptcha(captcha: SiteConfig['captcha']): Promise<Captcha> {
  if (loading && loading.siteKey !== captcha.v3SiteKey)
    return Promise.reject(new Error('the captcha is loaded with another site key'))
  loading ??= { siteKey: captcha.v3SiteKey, ready: load(captcha) }
  return loading.ready
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
  const failed = new Promise<never>((_, reject) => {
    script.addEventListener('error', () => {
      // the next use may try again
      loading = undefined
      script.remove()
      reject(new Error('the captcha script did not load'))
    })
  })
  document.head.append(script)
  const provider = await Promise.race([waitFor(() => (isLoaded ? page.grecaptcha : undefined)), failed])
  return withInvisible(provider, captcha.v3SiteKey)
}

function waitFor<T>(read: () => T | undefined): Promise<T> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const value = read()
      if (value === undefined) return
      clearInterval(timer)
      resolve(value)
    }, pollMs)
  })
}

/** Version 3 is a client of its own beside the visible widgets, with its badge at the bottom right. */
function withInvisible(provider: Grecaptcha, siteKey: string): Captcha {
  const host = document.createElement('div')
  document.body.append(host)
  const client = provider.render(host, { sitekey: siteKey, size: 'invisible', badge: 'bottomright' })
  return {
    challenge: (action) => provider.execute(client, { action }),
    render: (element, options) => provider.render(element, options),
    reset: (widget) => provider.reset(widget),
  }
}
