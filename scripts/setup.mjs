// Runs on any Node from 20 up and needs nothing installed: it installs what the rest needs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.atelier-installed')
const windows = process.platform === 'win32'
const npm = windows ? 'npm.cmd' : 'npm'

export function say(text) {
  process.stderr.write(`${text}\n`)
}

/** Installs dependencies when the lockfile changed since the last time, and the pinned Node beside them. */
export function setUp() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    say('Installing dependencies (once; about a minute) …')
    // The versions come from the lockfile. `npm ci` would do, but it stops where a registry lacks the binaries of some
    // other platform, and the caller's older Node must not make npm write a lockfile of its own.
    run(
      npm,
      ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
      'Dependencies could not be installed.',
    )
    writeFileSync(stamp, wanted)
  }
  return ensureNode()
}

/** The path of the pinned Node, installed from its platform package where install scripts are switched off. */
function ensureNode() {
  const folder = join(modules, 'node', 'bin')
  const binary = join(folder, windows ? 'node.exe' : 'node')
  const { version } = JSON.parse(readFileSync(join(modules, 'node', 'package.json'), 'utf8'))
  if (existsSync(binary) && versionOf(binary) === `v${version}`) return binary

  const platform = windows ? 'win' : process.platform
  const arch = windows && process.arch === 'ia32' ? 'x86' : process.arch
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${platform}-${arch}`
  say(`Installing Node ${version} …`)
  const scratch = mkdtempSync(join(tmpdir(), 'atelier-node-'))
  try {
    writeFileSync(join(scratch, 'package.json'), '{"private":true}')
    run(
      npm,
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`],
      `Node ${version} could not be installed for ${process.platform} ${process.arch}.`,
      scratch,
    )
    const shipped = join(scratch, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
    mkdirSync(folder, { recursive: true })
    rmSync(binary, { force: true })
    copyFileSync(shipped, binary)
    chmodSync(binary, 0o755)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return binary
}

/** The environment in which scripts and tools run: the pinned Node and the project's own tools first. */
export function environment(node) {
  const path = [dirname(node), join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter)
  return { ...process.env, PATH: path }
}

function versionOf(binary) {
  return spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout?.trim()
}

function run(command, args, problem, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2], shell: windows })
  if (status === 0) return
  say(`${problem} The lines above say why. Check the network and the disk, then run the same command again.`)
  process.exit(1)
}
