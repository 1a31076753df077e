// Bundles the server into dist/main.mjs. Heavy parts that are loaded on first use become files of their own.
import { mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeNotices } from '../../scripts/notices.ts'
import { removeOldOutputs } from '../../scripts/oldOutputs.ts'
import { bundleOptions } from './bundleOptions.ts'
import { viewerBundle } from './src/cad/viewerScript.ts'

const here = dirname(fileURLToPath(import.meta.url))
const chunks = join('dist', 'chunks')

const { metafile } = await build({
  ...bundleOptions,
  absWorkingDir: here,
  entryPoints: {
    main: 'src/main.ts',
    heavyThread: 'src/heavy/thread.ts',
    kernelThread: '../../packages/cad/src/kernel/thread.ts',
  },
  outdir: 'dist',
  sourcemap: 'external',
})

await build({ ...viewerBundle, absWorkingDir: here, outdir: 'dist' })

const current = Object.keys(metafile.outputs).filter((path) => dirname(path) === chunks.replaceAll('\\', '/'))
mkdirSync(join(here, chunks), { recursive: true })
removeOldOutputs(join(here, chunks), new Set(current.map((path) => basename(path))), Date.now())
writeNotices(
  join(here, 'dist'),
  Object.keys(metafile.inputs).map((path) => join(here, path)),
)
