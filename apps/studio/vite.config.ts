import { createHash } from 'node:crypto'
import { basename, join, relative } from 'node:path'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { writeNotices } from '../../scripts/notices.ts'
import { removeOldOutputs } from '../../scripts/oldOutputs.ts'
import { firstViewFiles } from './firstView.ts'

const server = process.env.ATELIER_URL ?? 'http://localhost:4000'

/** Browsers that know `light-dark()` and OKLCH as they are written, so that the stylesheet is shipped unlowered. */
const browsers = ['chrome123', 'firefox120', 'safari17.5']

/** A tab that was opened before a build still loads chunks of its own build: they are kept for a while. */
const keepOldAssets: Plugin = {
  name: 'keep-old-assets',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    if (!dir) return
    const current = Object.keys(bundle).filter((file) => file.startsWith('assets/'))
    removeOldOutputs(join(dir, 'assets'), new Set(current.map((file) => basename(file))), Date.now())
  },
}

const notices: Plugin = {
  name: 'third-party-notices',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    if (!dir) return
    const files = Object.values(bundle).flatMap((each) =>
      each.type === 'chunk'
        ? Object.keys(each.modules)
        : each.originalFileNames.map((path) => join(import.meta.dirname, path)),
    )
    writeNotices(dir, files)
  },
}

/** The class of a CSS module as it is shipped: one short text for all classes of a file, which compresses well. */
function scopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?')[0] ?? file)
  return `_${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}

const config: UserConfig = {
  root: import.meta.dirname,
  // Code and libraries are written for React. Preact has the same interface in a sixth of the bytes.
  resolve: {
    alias: {
      // Of TypeBox a tab needs few words at first: the whole library comes with the operations.
      'typebox/value': join(import.meta.dirname, 'src/schema/value.ts'),
      'typebox/schema': 'typebox/schema',
      'typebox/system': 'typebox/system',
      typebox: join(import.meta.dirname, 'src/schema/type.ts'),
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
      'react-dom/client': 'preact/compat/client',
      'react-dom': 'preact/compat',
      react: 'preact/compat',
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: server, changeOrigin: true, ws: true },
      '/sync': { target: server, changeOrigin: true, ws: true },
    },
  },
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: scopedName } },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: browsers,
    cssTarget: browsers,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // Without this all of these packages would be shipped, and not only what is used of them.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /node_modules\/(?:typebox|diff)\//, sideEffects: false }] },
      // Each area has one file of texts: each goes into the code that shows it, and not all of them into the first view.
      optimization: { inlineConst: { mode: 'all' } },
      onwarn(warning, warn) {
        // Libraries mark their modules for renderers on a server.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
}

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return config
  const { rolldownOptions, ...build } = config.build ?? {}
  const codeSplitting = {
    includeDependenciesRecursively: false,
    groups: [{ name: await firstViewFiles(config), debugName: 'first view' }],
  }
  return {
    ...config,
    plugins: [keepOldAssets, notices],
    build: { ...build, rolldownOptions: { ...rolldownOptions, output: { codeSplitting } } },
  }
})
