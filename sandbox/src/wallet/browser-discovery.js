import { callSandbox, hearApp, make, tellApp } from './protocol.js'

const place = document.getElementById('app')
const redirect = (data) =>
  tellApp({
    type: 'FCL:VIEW:RESPONSE',
    f_type: 'PollingResponse',
    f_vsn: '1.0.0',
    status: 'REDIRECT',
    reason: null,
    data,
  })

const start = async () => {
  const { config } = await hearApp()
  const client = config?.client ?? {}
  const services = await callSandbox('/discovery/api', {
    type: ['authn'],
    supportedStrategies: client.supportedStrategies,
    clientServices: client.clientServices,
  })
  const { auto } = await callSandbox('/sandbox/wallet')
  if (auto && services[0]) return redirect(services[0])
  const buttons = services.map((service) =>
    make('button', {
      textContent: service.provider?.name ?? service.endpoint,
      data: { wallet: service.method },
      onclick: () => redirect(service),
    }),
  )
  const close = make('button', {
    className: 'danger',
    textContent: '閉じる / Close',
    data: { action: 'close' },
    onclick: () => tellApp({ type: 'FCL:VIEW:CLOSE' }),
  })
  place.replaceChildren(
    make('h1', { textContent: 'ウォレットを選ぶ / Choose a wallet' }),
    make('p', { textContent: config?.app?.title ?? '' }),
    make('div', { className: 'stack' }, ...buttons, close),
  )
}

start().catch((error) => place.replaceChildren(make('p', { className: 'alert', textContent: error.message })))
