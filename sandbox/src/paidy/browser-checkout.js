// The script a shop's page loads: it lays the checkout over the page and tells the shop how it
// ended.
;(() => {
  const base = new URL('.', document.currentScript.src)

  const openOverlay = (config, payload) => {
    const channel = crypto.randomUUID()
    const frame = document.createElement('iframe')
    const before = document.activeElement
    const address = new URL('checkout', base)
    address.search = new URLSearchParams({ channel })
    frame.title = 'Paidy'
    frame.id = 'paidy-checkout'
    // Through the object model only: strict pages refuse style attributes.
    Object.assign(frame.style, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      border: '0',
      zIndex: '2147483647',
      background: 'rgb(0 0 0 / 0.5)',
      // The same as the page inside, or the browser paints an opaque ground below it.
      colorScheme: 'light dark',
    })
    const hear = ({ source, data }) => {
      if (source !== frame.contentWindow || data?.kuraPaidy !== channel) return
      if (data.event === 'ready') {
        const launch = { api_key: config.api_key, logo_url: config.logo_url, payload }
        frame.contentWindow.postMessage({ kuraPaidy: channel, launch: JSON.parse(JSON.stringify(launch)) }, base.origin)
        frame.focus()
      }
      if (data.event !== 'closed') return
      removeEventListener('message', hear)
      frame.remove()
      if (before instanceof HTMLElement) before.focus()
      if (typeof config.closed === 'function') config.closed(data.callback)
    }
    addEventListener('message', hear)
    frame.src = address.href
    document.body.append(frame)
  }

  globalThis.Paidy = {
    configure(config) {
      if (!config?.api_key) throw new Error('Paidy: api_key is missing')
      return { launch: (payload) => openOverlay(config, payload) }
    },
  }
})()
