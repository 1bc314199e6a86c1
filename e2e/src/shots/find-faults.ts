import type { Page } from 'playwright-core'

/** Loads what loads only when it is seen, and goes back to the top. */
export async function showAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const step = innerHeight
    for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    scrollTo({ top: 0, behavior: 'instant' })
    const shown = [...document.images].filter((image) => image.checkVisibility())
    const loaded = Promise.all(shown.map((image) => image.decode().catch(() => {})))
    // A picture that never comes is shown as a fault, not waited for.
    await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 10_000))])
    await document.fonts.ready
  })
}

/**
 * What must never be seen on a screen: overflow, missing pictures, names of words, codes, and texts
 * in the other language.
 */
export const findFaults = (page: Page, expected: { language: 'ja' | 'en'; isView: boolean }): Promise<string[]> =>
  page.evaluate(({ language: own, isView }) => {
    const faults: string[] = []
    const nameOf = (element: Element) =>
      `${element.localName}${element.id && `#${element.id}`}.${[...element.classList].slice(0, 4).join('.')}`

    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > width) {
      const wide = [...document.body.querySelectorAll('*')].findLast(
        (element) => element.checkVisibility() && element.getBoundingClientRect().right > width + 1,
      )
      faults.push(`${document.documentElement.scrollWidth - width} px too wide${wide ? `: ${nameOf(wide)}` : ''}`)
    }
    for (const image of document.images) {
      // What is outside of a window's view may wait to be scrolled to.
      const { top, right, bottom, left } = image.getBoundingClientRect()
      if (isView && (bottom < 0 || top > innerHeight || right < 0 || left > innerWidth)) continue
      if (image.checkVisibility() && !(image.complete && image.naturalWidth > 0))
        faults.push(`not loaded: ${image.src}`)
    }

    type Said = { text: string; at: Element }
    const said: Said[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (at && text !== '' && !/^(script|style|noscript)$/.test(at.localName) && at.checkVisibility())
        said.push({ text, at })
    }
    for (const at of document.querySelectorAll('[aria-label],[placeholder],[title],[alt]')) {
      // A frame holds the page of somebody else, who names it.
      if (!at.checkVisibility() || at.localName === 'iframe') continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        const text = at.getAttribute(name)
        if (text) said.push({ text, at })
      }
    }
    said.push({ text: document.title, at: document.documentElement })

    for (const { text, at } of said) {
      const tell = (what: string) => faults.push(`${what}: "${text.slice(0, 60)}" in ${nameOf(at)}`)
      if (/^[a-z][a-z-]*(\.[a-z0-9-]+)+$/.test(text)) tell('the name of a word')
      if (/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/.test(text)) tell('a code')
      if (/\{\{|\}\}|\bundefined\b|\bNaN\b|\[object/.test(text)) tell('a value that is none')
      const lang = at.closest('[lang]')?.getAttribute('lang') ?? ''
      const isJapanese = /[\u3041-\u30ff\u4e00-\u9fff]/.test(text)
      if (lang !== own) continue
      if (own === 'en' && isJapanese) tell('Japanese')
      if (own === 'ja' && !isJapanese && /[A-Za-z]{2,}(\s+[A-Za-z',]{1,}){3,}/.test(text)) tell('English')
    }
    return [...new Set(faults)]
  }, expected)
