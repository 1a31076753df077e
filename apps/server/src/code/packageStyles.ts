import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { PackageService, PackageSheet } from '@atelier/site'
import type { Packages } from './packages.ts'

/** The most bytes of a stylesheet that is read. */
const MOST_BYTES = 1_000_000

/** The stylesheets of packages, for a project that keeps them as its own files. */
export function createPackageStyles(packages: Packages, projectId: string): PackageService {
  return {
    async stylesheet({ name, version, path }): Promise<PackageSheet> {
      // They have a folder of their own: the packages of the project's scripts stay installed.
      const installed = await packages.install(`${projectId}-styles`, { [name]: version })
      if (!installed.ok) return installed
      const folder = join(installed.folder, 'node_modules', name)
      try {
        const file = await realpath(join(folder, path))
        if (!file.startsWith((await realpath(folder)) + sep)) return missing(name, path)
        if ((await stat(file)).size > MOST_BYTES)
          return { ok: false, problem: `${path} of ${name} is larger than ${MOST_BYTES / 1e6} MB.` }
        const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
        const found = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : ''
        return { ok: true, version: String(found), css: await readFile(file, 'utf8') }
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return missing(name, path)
        throw error
      }
    },
  }
}

const missing = (name: string, path: string): PackageSheet => ({
  ok: false,
  problem: `The package ${name} has no file ${path}.`,
})
