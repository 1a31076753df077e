import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before anything large is loaded: the second start then skips compiling it.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)))

const { start } = await import('./start.ts')
await start({
  env: process.env,
  options: process.argv.slice(2),
  studioDir: fileURLToPath(new URL('../../studio/dist', import.meta.url)),
  packageFile: fileURLToPath(new URL('../package.json', import.meta.url)),
})
