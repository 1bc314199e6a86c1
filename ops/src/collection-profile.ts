import type { CollectionProfile } from '@kura/cadence/collection'

/** How wallets and other markets show the collection: with the name and address of this site. */
export function collectionProfile(publicUrl: string, siteName = 'Kura'): CollectionProfile {
  const at = (path: string) => new URL(path, publicUrl).href
  return {
    name: siteName,
    description: 'Digital collectibles in numbered editions.',
    url: at('/'),
    // The bytes under these names never change: the chain and its readers keep the addresses.
    squareImage: at('/assets/collection-square-1.webp'),
    bannerImage: at('/assets/collection-banner-1.webp'),
    tokenUrlPrefix: at('/tokens/'),
  }
}
