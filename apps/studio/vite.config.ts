import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.ATELIER_URL ?? 'http://localhost:4000'

/** Browsers that know `light-dark()` and OKLCH as they are written, so that the stylesheet is shipped unlowered. */
const browsers = ['chrome123', 'firefox120', 'safari17.5']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: {
    port: 5173,
    proxy: {
      '/api': { target: server, changeOrigin: true },
      '/sync': { target: server, changeOrigin: true, ws: true },
    },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
