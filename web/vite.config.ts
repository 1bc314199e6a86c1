import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // fonts and pictures stay files: the content security policy takes no data: font
  build: { assetsInlineLimit: 0, target: 'es2023', reportCompressedSize: false },
  ssr: { noExternal: [/^@kura\//] },
})
