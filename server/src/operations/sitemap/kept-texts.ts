/**
 * Texts of this process by name, each made once and kept for a while. A crowd that asks for the same
 * one waits for one making; what failed is not kept.
 */
export function keptTexts({ most, maxAgeMs }: { most: number; maxAgeMs: number }) {
  const texts = new Map<string, { text: Promise<string>; madeAt: number }>()
  return (name: string, make: () => Promise<string>): Promise<string> => {
    const known = texts.get(name)
    if (known && performance.now() - known.madeAt < maxAgeMs) return known.text
    const text = make()
    texts.delete(name)
    texts.set(name, { text, madeAt: performance.now() })
    const [oldest] = texts.keys()
    if (texts.size > most && oldest !== undefined) texts.delete(oldest)
    text.catch(() => texts.delete(name))
    return text
  }
}
