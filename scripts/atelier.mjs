// The commands of package.json. Needs nothing installed; see setup.mjs.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './build.mjs'
import { environment, root, say, setUp } from './setup.mjs'

const [command, ...args] = process.argv.slice(2)
const node = setUp()
const env = environment(node)

const commands = {
  async start() {
    build(node)
    return await run(node, [join('apps', 'server', 'dist', 'main.mjs'), ...args])
  },
  async build() {
    build(node)
    return 0
  },
  async dev() {
    const server = run(node, ['--watch-preserve-output', '--watch', join('apps', 'server', 'src', 'main.ts')], {
      ATELIER_ORIGIN: process.env.ATELIER_ORIGIN ?? '',
      ATELIER_DEV_STUDIO: 'http://localhost:5173',
    })
    const studio = run(bin('vite'), ['--clearScreen', 'false'], {}, join(root, 'apps', 'studio'))
    return await Promise.race([server, studio])
  },
  async check() {
    for (const [tool, options] of [
      [node, ['scripts/floors.ts']],
      [bin('biome'), ['check', '--error-on-warnings', '.']],
      [bin('tsc'), ['--noEmit']],
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
    return await run(node, ['scripts/test.mjs', ...args])
  },
  bench: () => run(node, ['bench/run.ts', ...args]),
  exec: () => run(bin(args[0] ?? ''), args.slice(1)),
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

/** Runs a program with the pinned Node in front, passes stop signals on, and gives back its exit code. */
function run(program, options, extra = {}, cwd = root) {
  return new Promise((resolve) => {
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
    child.on('error', (error) => {
      say(`${program} could not be started: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}
