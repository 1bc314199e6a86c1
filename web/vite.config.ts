import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // fonts and pictures stay files: the content security policy takes no data: font
  build: {
    assetsInlineLimit: 0,
    target: 'es2023',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // every page needs both whole: in one file they compress better than in the parts a bundler finds
            { name: 'react', test: /node_modules\/(react-router|react|scheduler)\//, priority: 2 },
            // What half of the pages share is one file: a first visit loads 26 files in place of 48,
            // and 3 kB less. Fewer shares would bring each page what only others need.
            { name: 'shared', minShareCount: 36, priority: 1 },
          ],
        },
      },
    },
  },
  ssr: { noExternal: [/^@kura\//] },
})
