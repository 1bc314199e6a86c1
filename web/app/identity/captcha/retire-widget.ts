/** The provider still talks to its frames for a moment after they are gone. */
const keptMs = 5000

/** Keeps the frames of a removed widget hidden for a while, else the provider's script trips over them. */
export function retireWidget(host: HTMLElement): void {
  host.hidden = true
  document.body.append(host)
  setTimeout(() => host.remove(), keptMs)
}
