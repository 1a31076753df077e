import { createHash, randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleOptions } from '../bundleOptions.ts'

/** Programs that tests start as processes or threads, by name; sources within `apps`. */
const programs = {
  main: 'server/src/main.ts',
  heavyThread: 'server/src/heavy/thread.ts',
  kernelThread: '../packages/cad/src/kernel/thread.ts',
  cli: 'cli/src/main.ts',
  contentServer: 'server/testing/programs/contentServer.ts',
  documentServer: 'server/testing/programs/documentServer.ts',
  frozen: 'server/testing/programs/frozen.ts',
  gitWriter: 'server/testing/programs/gitWriter.ts',
  importServer: 'server/testing/programs/importServer.ts',
  sendingServer: 'server/testing/programs/sendingServer.ts',
  writer: 'server/testing/programs/writer.ts',
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cache = join(root, 'node_modules', '.cache', 'atelier-test-programs')
/** Names the folder of the bundled programs to the workers of a test run. */
const folderVariable = 'ATELIER_TEST_PROGRAMS'

/**
 * The path of a program, bundled from the sources as they are: it starts in a tenth of the time.
 * @throws when the test run has not bundled the programs
 */
export function programPath(name: keyof typeof programs): string {
  const folder = process.env[folderVariable]
  if (folder === undefined) throw new Error(`${folderVariable} is not set: bundlePrograms runs before these tests.`)
  return join(folder, 'dist', `${name}.mjs`)
}

/** The program of threads for heavy work, or undefined outside of a test run that bundled it. */
export function threadProgram(): URL | undefined {
  return process.env[folderVariable] === undefined ? undefined : pathToFileURL(programPath('heavyThread'))
}

/**
 * Bundles the programs for a test run, unless an earlier run left them for the very same sources.
 * @returns releases them
 */
export async function bundlePrograms(): Promise<() => void> {
  const folder = join(cache, sourcesHash())
  const mark = join(folder, `used-by-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(mark, '')
  if (!existsSync(join(folder, 'dist'))) {
    removeUnused()
    await bundleInto(folder)
  }
  process.env[folderVariable] = folder
  return () => rmSync(mark, { force: true })
}

async function bundleInto(folder: string): Promise<void> {
  const { build } = await import('esbuild')
  const unfinished = join(folder, randomUUID())
  await build({
    ...bundleOptions,
    entryPoints: Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(root, 'apps', path)])),
    outdir: unfinished,
  })
  copyFileSync(join(root, 'apps/server/package.json'), join(folder, 'package.json'))
  try {
    renameSync(unfinished, join(folder, 'dist'))
  } catch (error) {
    // Another test run has bundled the same sources meanwhile.
    if (!existsSync(join(folder, 'dist'))) throw error
    rmSync(unfinished, { recursive: true })
  }
}

/** A hash over the paths and contents of everything that goes into the programs. */
function sourcesHash(): string {
  const hash = createHash('sha256')
  const visit = (path: string) => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.endsWith('.test.ts')) continue
      if (entry.isDirectory()) visit(`${path}/${entry.name}`)
      else
        hash
          .update(`${path}/${entry.name}\0`)
          .update(readFileSync(join(root, path, entry.name)))
          .update('\0')
    }
  }
  for (const path of ['apps/server', 'apps/cli', 'packages']) visit(path)
  return hash
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
    .slice(0, 32)
}

/** Removes what was bundled from other sources and is used by no test run that is still alive. */
function removeUnused(): void {
  for (const name of readdirSync(cache)) {
    const users = readdirSync(join(cache, name)).filter((file) => file.startsWith('used-by-'))
    if (users.some((file) => isAlive(Number(basename(file).slice('used-by-'.length))))) continue
    rmSync(join(cache, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
