// Runs inside the overlay: the shop's page never sees what the buyer types.
const channel = new URLSearchParams(location.search).get('channel')
const part = (id) => document.getElementById(id)
const tell = (message) => parent.postMessage({ kuraPaidy: channel, ...message }, '*')
const texts = {
  buyer: '試せるメールアドレスと電話番号を入力してください。',
  code: '認証コードが違います。',
  broken: 'ただいま利用できません。しばらくしてからお試しください。',
  authorized: 'お支払いの手続きが終わりました。',
  rejected: '今回は Paidy をご利用いただけませんでした。',
}
let session
let payload
let end

document.documentElement.classList.add('overlay')

const show = (...ids) => {
  for (const id of ['buyer', 'code', 'end', 'waiting']) part(id).hidden = !ids.includes(id)
  part(ids[0])?.querySelector('input, button')?.focus()
}
const warn = (text = '') => {
  part('fault').textContent = text
  part('fault').hidden = text === ''
}
const ask = async (path, body) => {
  const answer = await fetch(`/paidy/checkouts${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const result = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new Error(result.description ?? texts.broken)
  return result
}

const launch = async ({ api_key, logo_url, payload: request }) => {
  try {
    const begun = await ask('', { api_key, payload: request })
    session = begun.session
    payload = begun
  } catch (error) {
    show()
    return warn(error.message)
  }
  part('store').textContent = payload.store_name
  part('amount').textContent = `¥${payload.amount.toLocaleString('ja-JP')}`
  if (/^https?:/.test(logo_url ?? '')) {
    part('logo').src = logo_url
    part('logo').hidden = false
  }
  if (payload.buyer.email?.endsWith('@paidy.com')) part('buyer').elements.email.value = payload.buyer.email
  show('buyer')
}

const step = (form, path, next) =>
  part(form).addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = event.target.querySelector('button')
    button.disabled = true
    warn()
    try {
      const answer = await ask(`/${session}/${path}`, Object.fromEntries(new FormData(event.target)))
      if (answer.wrong) warn(texts[answer.wrong])
      else next(answer)
    } catch (error) {
      warn(error.message)
    } finally {
      button.disabled = false
    }
  })

step('buyer', 'buyer', () => show('code'))
step('code', 'code', (answer) => {
  if (answer.lost) return show('waiting')
  end = answer
  part('end-text').textContent = texts[answer.status]
  show('end')
})

const leave = async () => {
  if (end) return tell({ event: 'closed', callback: end })
  const nothing = { status: 'closed', currency: 'JPY' }
  tell({ event: 'closed', callback: session ? await ask(`/${session}/close`, {}).catch(() => nothing) : nothing })
}
part('finish').addEventListener('click', () => void leave())
part('close').addEventListener('click', () => void leave())
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') void leave()
})

addEventListener('message', ({ source, data }) => {
  if (source === parent && data?.kuraPaidy === channel && data.launch) void launch(data.launch)
})
tell({ event: 'ready' })
