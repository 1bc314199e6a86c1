import { html, page } from '../shared/html.ts'
import type { WalletAccount } from './accounts.ts'

/** The page of one wallet service; its script asks the app what it wants. */
export const servicePage = (): string =>
  page(
    'ウォレット',
    html`<p class="brand">KURA SANDBOX WALLET</p>
      <div id="app" aria-live="polite"><p>読み込んでいます / Loading…</p></div>`,
    { script: '/wallet/wallet.js' },
  )

/** The page on which a person chooses a wallet. */
export const discoveryPage = (): string =>
  page(
    'ウォレットの一覧',
    html`<p class="brand">KURA SANDBOX DISCOVERY</p>
      <div id="app" aria-live="polite"><p>読み込んでいます / Loading…</p></div>`,
    { script: '/wallet/discovery.js' },
  )

/** All accounts of the wallet, without their keys. */
export const accountsPage = (accounts: readonly WalletAccount[]): string =>
  page(
    'ウォレット',
    html`<p><a href="/">← sandbox</a></p>
      <h1>ウォレット</h1>
      <div class="scroll" tabindex="0">
        <table>
          <thead>
            <tr>
              <th>名前</th>
              <th>アドレス</th>
              <th>メール</th>
              <th>鍵</th>
            </tr>
          </thead>
          <tbody>
            ${accounts.map(
              ({ name, label, address, email, key }) =>
                html`<tr>
                  <td>${label}<br /><code>${name}</code></td>
                  <td><code>${address}</code></td>
                  <td>${email}</td>
                  <td>${key.curve}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p>
        スイッチ
        <a href="/sandbox/wallet">/sandbox/wallet</a>（<code>auto</code>、<code>account</code>、<code>behaviour</code>）
      </p>`,
    { wide: true },
  )

export const walletIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#2b3a67"/><path d="M12 30 32 16l20 14v22H12z" fill="#fbfaf7"/><path d="M24 52V36h16v16z" fill="#2b3a67"/></svg>`
