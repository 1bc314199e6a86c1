/** An operator with a registered number, as the catalogue imports it. */
export const operator = {
  name: { ja: '株式会社見本蔵', en: 'Sample Storehouse Co.' },
  representative: { ja: '見本 太郎', en: 'Taro Mihon' },
  address: { ja: '東京都見本区0-0-0', en: '0-0-0 Mihon-ku, Tokyo' },
  phone: '00-0000-0000',
  email: 'operator@kura.example',
  hours: { ja: '平日', en: 'Weekdays' },
  invoiceNumber: 'T1234567890123',
}
