/**
 * `address`: where the browser would go back to the shop; `lost`: the bank's page never answers.
 */
export type ChallengeEnd = { address: string } | { lost: true }

/**
 * A buyer at the card gateway without a browser: card to token, and the bank's page by plain HTTP.
 */
export function cardBuyer(pages: string, shopId: string) {
  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return {
    /** A token for one payment, as the token script makes it; throws when the card is refused. */
    async token(cardNumber: string, holderName = 'HANAKO YAMADA'): Promise<string> {
      const card = { cardno: cardNumber, expire: '4912', securitycode: '123', holdername: holderName }
      const answer = await post(`${pages}/card/token`, { shopid: shopId, ...card })
      const { resultCode, tokenObject } = (await answer.json()) as {
        resultCode: string
        tokenObject?: { token: string }
      }
      if (!tokenObject) throw new Error(`no token: ${resultCode}`)
      return tokenObject.token
    },
    /**
     * Opens the bank's page and decides there. A card without a page goes back at once, whatever is
     * decided.
     */
    async walkChallenge(
      redirectUrl: string,
      decision: 'approved' | 'failed' | 'cancelled' = 'approved',
    ): Promise<ChallengeEnd> {
      const shown = await fetch(redirectUrl, { redirect: 'manual' })
      const text = await shown.text()
      const direct = returnAddress(shown, text)
      if (direct) return { address: direct }
      if (shown.status !== 200) throw new Error(`the bank's page answers ${shown.status}`)
      if (!text.includes('name="decision"')) return { lost: true }
      const decided = await post(redirectUrl, { decision })
      const address = returnAddress(decided, await decided.text())
      return address ? { address } : { lost: true }
    },
  }
}

/**
 * Back by GET: the redirect. Back by POST: the form's address with its field, as a shop that reads
 * either would see it.
 */
function returnAddress(answer: Response, text: string): string | undefined {
  const location = answer.headers.get('location')
  if (location) return location
  const form = /action="([^"]+)" id="back"[\s\S]*?name="AccessID" value="([^"]+)"/.exec(text)
  if (!form) return undefined
  const url = new URL((form[1] ?? '').replaceAll('&amp;', '&'))
  url.searchParams.set('AccessID', form[2] ?? '')
  return url.href
}
