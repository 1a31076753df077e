import type { BuildOptions } from 'esbuild'

/** How the server becomes files that Node runs; `build.mjs` and the tests add what goes in and where it goes. */
export const bundleOptions = {
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
  legalComments: 'none',
  // Native binaries, optional parts of libraries that are never reached here, and the kernel and solver of parts, whose
  // licence asks that others can be put in their place.
  external: ['@node-rs/argon2', 'pg-native', 'sharp', 'esbuild', 'replicad-opencascadejs', '@salusoft89/planegcs'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
  metafile: true,
} satisfies BuildOptions
