// Bundles the server into dist/main.mjs. Heavy parts that are loaded on first use become files of their own.
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
rmSync(join(here, 'dist'), { recursive: true, force: true })

await build({
  absWorkingDir: here,
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: true,
  sourcemap: 'external',
  legalComments: 'none',
  // A native binary, and optional parts of libraries that are never reached here.
  external: ['@node-rs/argon2', 'pg-native'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
})
