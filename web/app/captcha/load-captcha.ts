import type { SiteConfig } from '@kura/contract/site'

export type Grecaptcha = {
  ready: (then: () => void) => void
  execute: (siteKey: string, options: { action: string }) => Promise<string>
  render: (
    element: HTMLElement,
    options: {
      sitekey: string
      theme: 'light' | 'dark'
      size: 'normal'
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ) => number
  reset: (widget?: number) => void
}

const pollMs = 25
let loading: { siteKey: string; ready: Promise<Grecaptcha> } | undefined

/** Loads the provider's script on the first use. Asking with another site key after that is a mistake and rejected. */
export function loadCaptcha(captcha: SiteConfig['captcha']): Promise<Grecaptcha> {
  if (loading && loading.siteKey !== captcha.v3SiteKey)
    return Promise.reject(new Error('the captcha is loaded with another site key'))
  loading ??= { siteKey: captcha.v3SiteKey, ready: load(captcha) }
  return loading.ready
}

async function load(captcha: SiteConfig['captcha']): Promise<Grecaptcha> {
  const script = document.createElement('script')
  const url = new URL(captcha.scriptUrl)
  url.searchParams.set('render', captcha.v3SiteKey)
  url.searchParams.set('badge', 'bottomright')
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
  return Promise.race([waitUntilReady(), failed])
}

function waitUntilReady(): Promise<Grecaptcha> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const { grecaptcha } = window as unknown as { grecaptcha?: Partial<Grecaptcha> }
      if (!grecaptcha?.ready || !grecaptcha.execute) return
      clearInterval(timer)
      grecaptcha.ready(() => resolve(grecaptcha as Grecaptcha))
    }, pollMs)
  })
}
