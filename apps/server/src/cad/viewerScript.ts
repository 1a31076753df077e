import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BuildOptions } from 'esbuild'
import { digest } from '../auth/secrets.ts'
import { withBundler } from '../code/bundler.ts'

/** How the viewer of parts on published pages becomes one file; the build and sources add where it goes. */
export const viewerBundle = {
  entryPoints: {
    partViewer: fileURLToPath(new URL('../../../../packages/cad/src/viewer/element.ts', import.meta.url)),
  },
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions

/** The script with which visitors turn parts, under a name with its hash. It is read once. */
export function createViewerScript(): () => Promise<{ path: string; contentType: string; text: string }> {
  let made: Promise<{ path: string; contentType: string; text: string }> | undefined
  return () => {
    made ??= read().then((text) => ({
      path: `parts/viewer-${digest(text).slice(0, 10)}.js`,
      contentType: 'text/javascript; charset=utf-8',
      text,
    }))
    made.catch(() => {
      made = undefined
    })
    return made
  }
}

/** In a build beside the server's program, whose chunks lie in a folder; in sources bundled when it is needed. */
async function read(): Promise<string> {
  const here = import.meta.url
  if (!here.endsWith('.ts'))
    return readFile(new URL(here.includes('/chunks/') ? '../partViewer.js' : './partViewer.js', here), 'utf8')
  const { outputFiles } = await withBundler((bundler) => bundler.build({ ...viewerBundle, write: false, outdir: '.' }))
  const [file] = outputFiles
  if (!file) throw new Error('The viewer of parts was not bundled.')
  return file.text
}
