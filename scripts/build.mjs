import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, root, say } from './setup.mjs'

const targets = {
  studio: {
    label: 'studio',
    sources: ['apps/studio', 'packages', 'package-lock.json'],
    output: 'apps/studio/dist/index.html',
    command: ['vite', 'build', '--logLevel', 'warn'],
    cwd: 'apps/studio',
  },
  server: {
    label: 'server',
    sources: ['apps/server', 'packages', 'package-lock.json'],
    output: 'apps/server/dist/main.mjs',
    command: ['node', 'build.mjs'],
    cwd: 'apps/server',
  },
  cli: {
    label: 'command line',
    sources: ['apps/cli', 'packages', 'package-lock.json'],
    output: 'apps/cli/dist/main.mjs',
    command: ['node', 'build.mjs'],
    cwd: 'apps/cli',
  },
}

const stampOf = ({ cwd }) => join(root, cwd, 'dist', '.sources')

/** Whether a part is built, and from the sources as they are now. */
export function isBuilt(name) {
  const target = targets[name]
  const stamp = stampOf(target)
  if (!existsSync(join(root, target.output)) || !existsSync(stamp)) return false
  return readFileSync(stamp, 'utf8') === fingerprint(target.sources)
}

/** Builds each part whose sources changed since its last build. */
export function build(node) {
  for (const [name, target] of Object.entries(targets)) {
    if (isBuilt(name)) continue
    // As the sources are now: what changes while it is built counts as changed.
    const now = fingerprint(target.sources)
    say(`Building the ${target.label} …`)
    const [command, ...args] = target.command
    const { status } = spawnSync(command === 'node' ? node : join(root, 'node_modules', '.bin', command), args, {
      cwd: join(root, target.cwd),
      env: environment(node),
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    })
    if (status !== 0) {
      say(`The ${target.label} could not be built; the lines above say why.`)
      process.exit(1)
    }
    mkdirSync(join(root, target.cwd, 'dist'), { recursive: true })
    writeFileSync(stampOf(target), now)
  }
}

/** A hash over the paths, sizes and times of all sources: cheap, and it changes whenever a file does. */
function fingerprint(sources) {
  const hash = createHash('sha256')
  const visit = (path) => {
    const info = statSync(join(root, path))
    if (info.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) {
        if (name !== 'node_modules' && name !== 'dist') visit(`${path}/${name}`)
      }
    } else if (!path.endsWith('.test.ts')) {
      hash.update(`${path}\0${info.size}\0${Math.round(info.mtimeMs)}\n`)
    }
  }
  for (const source of sources) visit(source)
  return hash.digest('hex')
}
