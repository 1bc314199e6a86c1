const brands: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [/^35/, 'JCB'],
  [/^3[47]/, 'American Express'],
  [/^3[068]/, 'Diners Club'],
]

/** The brand by the visible first digits of a masked number; '' when they do not show it. */
export const brandOf = (maskedNumber: string): string => brands.find(([first]) => first.test(maskedNumber))?.[1] ?? ''
