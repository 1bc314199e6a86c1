import type { CollectionProfile } from '@kura/cadence/collection'

/**
 * How wallets and other markets show the collection: under the name and at the address of this
 * site.
 */
export function collectionProfile(publicUrl: string, siteName = 'Kura'): CollectionProfile {
  const at = (path: string) => new URL(path, publicUrl).href
  return {
    name: siteName,
    description: 'Digital collectibles in numbered editions.',
    url: at('/'),
    // Their bytes never change under these names: the chain and those who read it keep the address.
    squareImage: at('/assets/collection-square-1.webp'),
    bannerImage: at('/assets/collection-banner-1.webp'),
    tokenUrlPrefix: at('/tokens/'),
  }
}
