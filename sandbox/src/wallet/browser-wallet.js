import { callSandbox, hearApp, make, tellApp } from './protocol.js'

const query = new URLSearchParams(location.search)
const pollingId = query.get('pollingId')
const service = location.pathname.split('/').at(-1)
const place = document.getElementById('app')
const titles = {
  authn: 'ログインの確認 / Sign in',
  authz: '取引の承認 / Approve a transaction',
  'user-signature': 'メッセージへの署名 / Sign a message',
  'authn-refresh': '確認中 / Refreshing',
}
const choices = [
  ['expired', 'セッション切れ / Session expired'],
  ['wrong-device', '端末情報が違う / Incorrect device information'],
  ['rejected', '署名を拒否 / User rejected signature'],
  ['other-address', 'ほかのアカウントで署名 / Other address'],
  ['forged-signature', 'でたらめな鍵で署名 / Forged signature'],
  ['no-account-proof', '証明なし / No account-proof service', 'authn'],
  ['no-authn', '認証サービスなし / No authn service', 'authn'],
  ['close', '閉じる / Close the window'],
]

const show = (...children) => place.replaceChildren(...children)
const showError = (error) =>
  show(
    make('h1', { textContent: 'エラー / Error' }),
    make('p', { className: 'alert', role: 'alert', textContent: error.message }),
  )

const answer = async (question, behaviour, account) => {
  for (const button of document.querySelectorAll('button')) button.disabled = true
  try {
    const method = question.service?.params?.method ?? (window.parent === window ? 'POP/RPC' : 'IFRAME/RPC')
    const { body, config } = question
    const response = await callSandbox('/wallet/api/answer', {
      service,
      method,
      behaviour,
      account,
      body,
      config,
      pollingId,
    })
    if (pollingId) show(make('h1', { textContent: '送りました / Sent' }))
    else if (behaviour === 'close') tellApp({ type: 'FCL:VIEW:CLOSE' })
    else tellApp({ type: 'FCL:VIEW:RESPONSE', ...response })
  } catch (error) {
    showError(error)
  }
}

const row = (term, value) => [make('dt', { textContent: term }), make('dd', { textContent: value })]

const accountList = (accounts) => {
  const list = make('div', { className: 'card', role: 'radiogroup', ariaLabel: 'アカウント / Account' })
  for (const [index, account] of accounts.entries()) {
    const radio = make('input', { type: 'radio', name: 'account', value: account.address, checked: index === 0 })
    const words = make(
      'span',
      {},
      account.label,
      make('small', { textContent: `${account.address} · ${account.email}` }),
    )
    list.append(make('label', { className: 'choice', data: { account: account.name } }, radio, words))
  }
  return list
}

const chosen = () => document.querySelector('input[name=account]:checked')?.value

const newAccount = (question) => {
  const create = async () => {
    try {
      const { label } = await callSandbox('/wallet/api/accounts', { label: '', curve: 'P-256' })
      await ask(question, label)
    } catch (error) {
      showError(error)
    }
  }
  return make('button', {
    textContent: '新しいアカウントを作る / New account',
    data: { action: 'create' },
    onclick: create,
  })
}

const transactionCard = ({ body }, { matches }) => {
  const { voucher } = body
  const args = (voucher?.arguments ?? []).map((argument) => `${argument.type}: ${JSON.stringify(argument.value)}`)
  const facts = make(
    'dl',
    {},
    ...row('署名する人 / Signer', `0x${String(body.addr).replace(/^0x/, '')}`),
    ...row('支払う人 / Payer', voucher?.payer ?? ''),
    ...row('計算の上限 / Limit', String(voucher?.computeLimit ?? '')),
  )
  const card = make('div', { className: 'card' }, facts)
  card.append(make('h2', { textContent: 'Cadence' }), make('pre', { tabIndex: 0, textContent: voucher?.cadence ?? '' }))
  card.append(
    make('h2', { textContent: `引数 / Arguments (${args.length})` }),
    make('pre', { tabIndex: 0, textContent: args.join('\n') || '–' }),
  )
  if (!matches)
    card.append(
      make('p', {
        className: 'alert',
        role: 'alert',
        textContent: 'メッセージが取引と一致しません / The message is not this transaction',
      }),
    )
  return card
}

const messageCard = ({ body }) => {
  const bytes = Uint8Array.from(String(body.message).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return make('div', { className: 'card' }, make('pre', { tabIndex: 0, textContent: new TextDecoder().decode(bytes) }))
}

const details = async (question, accounts) => {
  if (service === 'authn') return [accountList(accounts), newAccount(question)]
  if (service === 'authz')
    return [transactionCard(question, await callSandbox('/wallet/api/check', { body: question.body }))]
  return [messageCard(question)]
}

const buttons = (question) => {
  const button = (behaviour, text, className = '') =>
    make('button', {
      className,
      textContent: text,
      data: { behaviour },
      onclick: () => answer(question, behaviour, chosen()),
    })
  const others = choices.filter(([, , only]) => !only || only === service)
  const more = make('details', {}, make('summary', { textContent: '試験用の答え / Answers for tests' }))
  more.append(make('div', { className: 'stack' }, ...others.map(([behaviour, text]) => button(behaviour, text))))
  const main = [button('approve', '承認 / Approve', 'primary'), button('decline', '拒否 / Decline', 'danger')]
  return make('div', { className: 'stack' }, ...main, more)
}

const ask = async (question, madeLabel) => {
  const { accounts } = await callSandbox('/wallet/api/accounts')
  const who = question.config?.app?.title ?? query.get('l6n') ?? ''
  const parts = await details(question, accounts)
  show(make('h1', { textContent: titles[service] }), make('p', { textContent: who }), ...parts, buttons(question))
  if (madeLabel) [...document.querySelectorAll('input[name=account]')].at(-1).checked = true
}

const start = async () => {
  const question = pollingId
    ? await callSandbox(`/wallet/api/pending/${encodeURIComponent(pollingId)}`)
    : await hearApp()
  question.body ??= {}
  // FCL keeps the service's own data beside the body in a frame, and inside it over HTTP.
  question.body.data ??= question.service?.data
  const { auto } = await callSandbox('/sandbox/wallet')
  if (auto || service === 'authn-refresh') return answer(question)
  return ask(question)
}

start().catch(showError)
