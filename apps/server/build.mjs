// Bundles the server into dist/main.mjs. Heavy parts that are loaded on first use become files of their own.
import { mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeNotices } from '../../scripts/notices.ts'
import { removeOldOutputs } from '../../scripts/oldOutputs.ts'

const here = dirname(fileURLToPath(import.meta.url))
const chunks = join('dist', 'chunks')

const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: { main: 'src/main.ts', heavyThread: 'src/heavy/thread.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  // A package that brings ES modules beside CommonJS is cut down to what is used: the tracing libraries.
  mainFields: ['module', 'main'],
  target: 'node24',
  format: 'esm',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: 'external',
  legalComments: 'none',
  // Native binaries, and optional parts of libraries that are never reached here.
  external: ['@node-rs/argon2', 'pg-native', 'sharp', 'esbuild'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
  metafile: true,
})

const current = Object.keys(metafile.outputs).filter((path) => dirname(path) === chunks.replaceAll('\\', '/'))
mkdirSync(join(here, chunks), { recursive: true })
removeOldOutputs(join(here, chunks), new Set(current.map((path) => basename(path))), Date.now())
writeNotices(
  join(here, 'dist'),
  Object.keys(metafile.inputs).map((path) => join(here, path)),
)
