import type { Words } from '@kura/contract/ids'

const reasons = {
  spend: (name: Words): Words => ({ ja: `${name.ja}のご購入に利用`, en: `Used for ${name.en}` }),
  release: (name: Words): Words => ({
    ja: `${name.ja}のご購入が成立しなかったため返還`,
    en: `Returned: the purchase of ${name.en} did not take place`,
  }),
  refund: (name: Words): Words => ({ ja: `${name.ja}の返金に伴う返還`, en: `Returned with the refund of ${name.en}` }),
}

/** Why points of an order moved, as a line its member reads. */
export const reasonOf = (event: keyof typeof reasons, name: Words): Words => reasons[event](name)
