import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { isTest } from './sources.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The file behind each entry point of our own packages. Other imports by name stay outside the bundle. */
const own: Record<string, string> = {}
for (const name of readdirSync(join(root, 'packages'))) {
  const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  for (const [path, file] of Object.entries<string>(exports)) {
    own[`@atelier/${name}${path.slice(1)}`] = join(root, 'packages', name, file)
  }
}

/** Every source file that a bundle with these entry points is made of, relative to the project. */
async function filesOf(...entryPoints: string[]): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    bundle: true,
    write: false,
    outdir: 'dist',
    metafile: true,
    format: 'esm',
    packages: 'external',
    alias: own,
    loader: { '.css': 'empty' },
    logLevel: 'silent',
  })
  return Object.keys(metafile.inputs)
}

it.each([
  ['server', ['apps/server/src/main.ts', 'apps/server/src/heavy/thread.ts'], 'packages/site/src/publish/siteFiles.ts'],
  ['studio', ['apps/studio/src/main.tsx'], 'packages/site/src/document/tree.ts'],
  ['command line', ['apps/cli/src/main.ts'], 'apps/cli/src/main.ts'],
])('the %s is bundled without a test or test support', async (_, entryPoints, known) => {
  const files = await filesOf(...entryPoints)
  expect(files).toContain(known)
  expect(files.filter(isTest)).toEqual([])
})
