// Bundles the command line into dist/main.mjs, which starts in a fraction of the time that its source takes.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

await build({
  absWorkingDir: dirname(fileURLToPath(import.meta.url)),
  entryPoints: ['src/main.ts'],
  outfile: 'dist/main.mjs',
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  keepNames: true,
  legalComments: 'none',
  logLevel: 'warning',
})
