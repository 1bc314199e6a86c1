/** What the browser needs to know of this installation: addresses and public keys, no secret. */
export type SiteConfig = {
  name: string
  publicUrl: string
  isLive: boolean
  termsVersion: string
  flow: {
    network: 'local' | 'testnet' | 'mainnet'
    accessNode: string
    discovery: string
    discoveryMethod: string
    contractAddress: string
    nftAddress: string
    cryptoAddress: string
  }
  card: { scriptUrl: string; shopId: string }
  paidy: { scriptUrl: string; publicKey: string }
  captcha: { scriptUrl: string; v3SiteKey: string; v2SiteKey: string }
  /** Null when nothing is measured. */
  analytics: { measurementId: string; linkerDomains: string[] } | null
}
