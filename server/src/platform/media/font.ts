import { fileURLToPath } from 'node:url'

/** The file of a font with Japanese, for what the server draws itself. */
export const fontFile = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'),
)
