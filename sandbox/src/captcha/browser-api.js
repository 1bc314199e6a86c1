// The captcha script a shop loads. It sets styles through the object model only: strict pages
// refuse style attributes.
;(() => {
  const script = new URL(document.currentScript.src)
  const base = new URL('.', script)
  const pageKey = script.searchParams.get('render')
  const onload = script.searchParams.get('onload')
  const sizes = { normal: ['304px', '78px'], compact: ['164px', '144px'], badge: ['256px', '60px'] }
  const widgets = new Map()
  let lastId = -1
  let lastRequest = 0

  const openFrame = (host, kind, siteKey, size) => {
    const channel = crypto.randomUUID()
    const frame = document.createElement('iframe')
    const address = new URL('frame', base)
    address.search = new URLSearchParams({ channel, kind, sitekey: siteKey, hostname: location.hostname })
    frame.title = kind === 'checkbox' ? '人間の確認' : '人間の確認（自動）'
    const [width, height] = sizes[size]
    Object.assign(frame.style, { width, height, border: '0', display: 'block' })
    const listeners = new Set()
    const ready = new Promise((resolve) => {
      addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow || data?.kuraCaptcha !== channel) return
        if (data.event === 'ready') resolve()
        for (const listener of listeners) listener(data)
      })
    })
    frame.src = address.href
    host.append(frame)
    return {
      listen: (listener) => listeners.add(listener),
      forget: (listener) => listeners.delete(listener),
      tell: async (message) => {
        await ready
        frame.contentWindow?.postMessage({ kuraCaptcha: channel, ...message }, base.origin)
      },
    }
  }

  const makeBadge = (place, host) => {
    const badge = document.createElement('div')
    badge.className = 'grecaptcha-badge'
    if (place !== 'inline') {
      Object.assign(badge.style, { position: 'fixed', bottom: '14px', width: '256px', height: '60px', zIndex: '10' })
      badge.style[place === 'bottomleft' ? 'left' : 'right'] = '-186px'
    }
    host.append(badge)
    return badge
  }

  const call = (callback, ...args) => {
    const run = typeof callback === 'string' ? globalThis[callback] : callback
    if (typeof run === 'function') run(...args)
  }

  const openInvisible = (siteKey, place, host) => {
    const channel = openFrame(makeBadge(place, host), 'badge', siteKey, 'badge')
    const execute = (action) =>
      new Promise((resolve, reject) => {
        const request = (lastRequest += 1)
        const listener = (data) => {
          if (data.event !== 'token' || data.request !== request) return
          channel.forget(listener)
          if (data.token) resolve(data.token)
          else reject(new Error('captcha: no token'))
        }
        channel.listen(listener)
        void channel.tell({ ask: 'token', request, action })
      })
    return { siteKey, execute, response: '', reset() {} }
  }

  const openCheckbox = (host, options) => {
    const size = options.size === 'compact' ? 'compact' : 'normal'
    const channel = openFrame(host, 'checkbox', options.sitekey, size)
    const widget = {
      siteKey: options.sitekey,
      response: '',
      reset() {
        widget.response = ''
        void channel.tell({ ask: 'reset' })
      },
    }
    channel.listen((data) => {
      if (!['checked', 'expired', 'error'].includes(data.event)) return
      widget.response = data.token ?? ''
      if (data.event === 'checked') call(options.callback, data.token)
      else call(options[`${data.event}-callback`])
    })
    return widget
  }

  const findWidget = (id) => {
    const widget = id === undefined ? [...widgets.values()][0] : widgets.get(id)
    if (!widget) throw new Error('captcha: no such widget')
    return widget
  }

  const findInvisible = (keyOrId) => {
    const found = [...widgets].find(([id, widget]) => widget.execute && (id === keyOrId || widget.siteKey === keyOrId))
    if (!found) throw new Error(`Invalid site key or not loaded in api.js: ${String(keyOrId)}`)
    return found[1]
  }

  const whenBody = (run) => {
    if (document.body) run()
    else addEventListener('DOMContentLoaded', run, { once: true })
  }

  globalThis.grecaptcha = {
    ready(callback) {
      whenBody(() => queueMicrotask(callback))
    },
    render(place, options) {
      const host = typeof place === 'string' ? document.getElementById(place) : place
      if (!host) throw new Error('captcha: no element to render into')
      if (!options?.sitekey) throw new Error('Missing required parameters: sitekey')
      if (host.childElementCount > 0) throw new Error('reCAPTCHA has already been rendered in this element')
      const invisible = options.size === 'invisible'
      const id = (lastId += 1)
      const widget = invisible
        ? openInvisible(options.sitekey, options.badge ?? 'bottomright', host)
        : openCheckbox(host, options)
      widgets.set(id, widget)
      return id
    },
    async execute(keyOrId, options) {
      return findInvisible(keyOrId).execute(options?.action)
    },
    getResponse: (id) => findWidget(id).response,
    reset: (id) => findWidget(id).reset(),
  }

  whenBody(() => {
    if (pageKey && pageKey !== 'explicit') {
      const place = script.searchParams.get('badge') ?? 'bottomright'
      widgets.set((lastId += 1), openInvisible(pageKey, place, document.body))
    }
    if (onload) call(onload)
  })
})()
