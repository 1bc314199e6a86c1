// Runs inside the captcha's own frame, so that the shop's page needs no permission beyond showing
// the frame.
const query = new URLSearchParams(location.search)
const channel = query.get('channel')
const tell = (message) => parent.postMessage({ kuraCaptcha: channel, ...message }, '*')

const fetchToken = async (action) => {
  const form = new URLSearchParams({ sitekey: query.get('sitekey') ?? '', hostname: query.get('hostname') ?? '' })
  if (action !== undefined) form.set('action', action)
  const answer = await fetch('/captcha/token', { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`captcha: ${answer.status}`)
  return answer.json()
}

const checkbox = document.querySelector('input')
let expiry

const uncheck = () => {
  clearTimeout(expiry)
  checkbox.checked = false
  checkbox.disabled = false
}

const check = async () => {
  checkbox.disabled = true
  try {
    const { token, lifeSeconds } = await fetchToken()
    tell({ event: 'checked', token })
    expiry = setTimeout(() => {
      uncheck()
      tell({ event: 'expired' })
    }, lifeSeconds * 1000)
  } catch {
    uncheck()
    tell({ event: 'error' })
  }
}

if (query.get('kind') === 'checkbox') {
  document.querySelector('label').hidden = false
  checkbox.addEventListener('change', () => void check())
} else {
  document.querySelector('p').hidden = false
}

addEventListener('message', async ({ source, data }) => {
  if (source !== parent || data?.kuraCaptcha !== channel) return
  if (data.ask === 'reset') return uncheck()
  if (data.ask !== 'token') return
  try {
    const { token } = await fetchToken(data.action)
    tell({ event: 'token', request: data.request, token })
  } catch {
    tell({ event: 'token', request: data.request })
  }
})
tell({ event: 'ready' })
