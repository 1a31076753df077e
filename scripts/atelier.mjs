// The commands of package.json. Needs nothing installed; see setup.mjs.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { environment, root, say, setUp } from './setup.mjs'

const [command, ...args] = process.argv.slice(2)
const node = setUp()
const env = environment(node)
/** Where Vite serves the studio under `dev`; the server trusts this origin and no other. */
const devPort = '5173'
/**
 * How the server is started, here, in the Dockerfile and in the browser tests: less room for what has just been made, so
 * that an import of 10,000 entries stays below 400 MB (`npm run bench -- content`).
 */
const youngGeneration = '--max-semi-space-size=32'
/** The longest that a program may take to stop. */
const stopMs = 6000

const commands = {
  async start() {
    build(node)
    return await run(node, [youngGeneration, join('apps', 'server', 'dist', 'main.mjs'), ...args])
  },
  async build() {
    build(node)
    return 0
  },
  async dev() {
    const server = launch(node, ['--watch-preserve-output', '--watch', join('apps', 'server', 'src', 'main.ts')], {
      ATELIER_ORIGIN: '',
      ATELIER_DEV_STUDIO: `http://localhost:${devPort}`,
    })
    const studio = launch(
      bin('vite'),
      ['--port', devPort, '--strictPort', '--clearScreen', 'false'],
      { ATELIER_URL: `http://127.0.0.1:${process.env.PORT || 4000}` },
      join(root, 'apps', 'studio'),
    )
    const code = await Promise.race([server.exit, studio.exit])
    server.stop()
    studio.stop()
    await Promise.all([server.exit, studio.exit])
    return code
  },
  async check() {
    for (const [tool, options] of [
      [node, ['scripts/floors.ts']],
      [node, ['scripts/operations/main.ts', '--check']],
      [node, ['scripts/bareOperations.ts']],
      [bin('biome'), ['check', '--error-on-warnings', '.']],
      [bin('tsc'), ['--noEmit', '--incremental', '--tsBuildInfoFile', typesCache()]],
    ]) {
      const code = await run(tool, options)
      if (code !== 0) return code
    }
    say('Types, lint, format and floors are fine.')
    return 0
  },
  async test() {
    const checked = args.length === 0 ? await commands.check() : 0
    if (checked !== 0) return checked
    build(node)
    return await run(node, ['scripts/tests/main.ts', ...args])
  },
  async format() {
    const written = await run(node, ['scripts/operations/main.ts'])
    return written === 0 ? await run(bin('biome'), ['check', '--write', '.']) : written
  },
  lines: () => run(node, ['scripts/lines.ts']),
  bench: () => run(node, ['bench/run.ts', ...args]),
  exec: () => run(bin(args[0] ?? ''), args.slice(1)),
}

/** The file with which unchanged modules are not checked again; another one for other dependencies. */
function typesCache() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
    .slice(0, 12)
  return join(root, 'node_modules', '.cache', `types-${lock}.tsbuildinfo`)
}

const chosen = commands[command]
if (!chosen) {
  say(`Unknown command "${command ?? ''}". There are: ${Object.keys(commands).join(', ')}.`)
  process.exit(1)
}
process.exit(await chosen())

function bin(name) {
  return join(root, 'node_modules', '.bin', name)
}

/** Runs a program to its end and returns its exit code. */
function run(program, options) {
  return launch(program, options).exit
}

/** Starts a program with the pinned Node in front and passes stop signals on. `exit` resolves with its exit code. */
function launch(program, options, extra = {}, cwd = root) {
  const child = spawn(program, options, {
    cwd,
    env: { ...env, ...extra },
    stdio: 'inherit',
    shell: process.platform === 'win32' && !program.endsWith('.exe'),
  })
  const forward = (signal) => child.kill(signal)
  // A terminal sends Ctrl+C to the whole group; a second one would cut the graceful stop short.
  process.on('SIGINT', process.stdin.isTTY ? () => undefined : forward)
  process.on('SIGTERM', forward)
  // npm does not pass every signal on: when it is gone, so is the terminal or the supervisor that wanted us.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
  }
  const stop = () => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), stopMs).unref()
  }
  const exit = new Promise((resolve) => {
    child.on('error', (error) => {
      say(`${program} could not be started: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
  return { exit, stop }
}
