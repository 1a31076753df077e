// Bundles the command line into dist/main.mjs, which starts in a fraction of the time that its source takes.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeNotices } from '../../scripts/notices.ts'

const here = dirname(fileURLToPath(import.meta.url))

const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ['src/main.ts'],
  outfile: 'dist/main.mjs',
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  keepNames: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
})
writeNotices(
  join(here, 'dist'),
  Object.keys(metafile.inputs).map((path) => join(here, path)),
)
