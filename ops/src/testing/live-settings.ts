/**
 * Every setting that the owner of a live site must give. Nothing listens there: a live site starts
 * while its services are down.
 */
export const liveSettings = (keyFile: string) => ({
  PUBLIC_URL: 'https://kura.example.org',
  FLOW_CONTRACT_ADDRESS: '0x1d7e57aa55817448',
  FLOW_AGENT_ADDRESS: '0x1d7e57aa55817448',
  FLOW_AGENT_KEY_FILE: keyFile,
  FLOW_SALE_KEY_FILE: keyFile,
  CARD_GATEWAY_URL: 'https://card.kura.invalid',
  CARD_SCRIPT_URL: 'https://card.kura.invalid/token.js',
  CARD_SHOP_ID: 'shop',
  CARD_SHOP_PASS: 'pass',
  CARD_SITE_ID: 'site',
  CARD_SITE_PASS: 'pass',
  PAIDY_PUBLIC_KEY: 'pk_live_a',
  PAIDY_SECRET_KEY: 'sk_live_b',
  CAPTCHA_V3_SITE_KEY: 'a',
  CAPTCHA_V3_SECRET: 'b',
  CAPTCHA_V2_SITE_KEY: 'c',
  CAPTCHA_V2_SECRET: 'd',
  SMTP_URL: 'smtps://mail.kura.invalid',
  MAIL_LINK_SECRET: 'a secret of tests, long enough to sign',
  CONTENT_LINK_SECRET: 'another secret of tests, long enough to sign',
  VAPID_PUBLIC_KEY: 'BNY3ucOmDBzPL0ldsvHvI2DLqztTImqpcSf8P6_AdmWPX9s48PIV6uV9O1dOuVGzWv0MvFYSEatEstEqcSxHQeI',
  VAPID_PRIVATE_KEY: 'W5-eeOAfixskl8wtzoudPRhKDCAdKzys3vwHq-wt6Is',
  MAIL_FROM: 'Kura <shop@kura.example.org>',
})
