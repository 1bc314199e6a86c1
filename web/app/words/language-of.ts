/** `ja` for a text that stands in Japanese on a page of any language, so that it is read aloud and set as such. */
export const languageOf = (text: string): 'ja' | undefined =>
  /[\u3041-\u30ff\u4e00-\u9fff]/.test(text) ? 'ja' : undefined
