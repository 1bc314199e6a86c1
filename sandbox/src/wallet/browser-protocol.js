// The words between a wallet page and the app that opened it, in a frame or from another window.
const app = window.parent === window ? window.opener : window.parent

/** Tells the app something; the message names no secret, so any origin may hear it. */
export const tellApp = (message) => app?.postMessage(message, '*')

/** Resolves with what the app wants, once it has heard that this page is ready. */
export const hearApp = () =>
  new Promise((resolve, reject) => {
    if (!app) {
      reject(new Error('このページはアプリから開かれます。 / This page is opened by an app.'))
      return
    }
    addEventListener('message', ({ source, data }) => {
      if (source === app && data?.type === 'FCL:VIEW:READY:RESPONSE') resolve(data)
    })
    tellApp({ type: 'FCL:VIEW:READY' })
  })

/** Calls the sandbox and answers JSON, or throws its sentence. */
export const callSandbox = async (path, body) => {
  const answer = await fetch(
    path,
    body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  const content = await answer.json()
  if (!answer.ok) throw new Error(content.error ?? `HTTP ${answer.status}`)
  return content
}

/** Makes an element; properties are set as such, so nothing is ever read as markup. */
export const make = (name, properties = {}, ...children) => {
  const { data, ...others } = properties
  const element = Object.assign(document.createElement(name), others)
  Object.assign(element.dataset, data)
  element.append(...children)
  return element
}
