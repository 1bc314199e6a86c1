// The script a shop's page loads: card data goes from the browser to the gateway, and the shop sees
// a token only.
;(() => {
  const base = new URL('.', document.currentScript.src)
  let shopId = ''

  const resolveCallback = (callback) => {
    if (typeof callback === 'function') return callback
    const named = globalThis[callback]
    if (typeof named !== 'function') throw new TypeError(`Multipayment: no function named ${String(callback)}`)
    return named
  }

  const askForToken = async (card) => {
    try {
      const form = new URLSearchParams({ shopid: shopId })
      for (const [name, value] of Object.entries(card ?? {})) if (value != null) form.set(name, String(value))
      const answer = await fetch(new URL('token', base), { method: 'POST', body: form, credentials: 'omit' })
      return answer.ok ? await answer.json() : { resultCode: '901' }
    } catch {
      return { resultCode: '901' }
    }
  }

  globalThis.Multipayment = {
    init(id) {
      shopId = id
    },
    getToken(card, callback) {
      const tell = resolveCallback(callback)
      void askForToken(card).then((answer) => tell(answer))
    },
  }
})()
