import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reservePort } from './ports.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** The built server. */
export const serverProgram = join(root, 'apps', 'server', 'dist', 'main.mjs')

export interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** The first owner of a studio that is started for one file. */
export const owner: Person = { name: 'Ada Owner', email: 'ada@example.com', password: 'correct horse battery' }

export interface Ports {
  studio: number
  sites: number
}

export interface StudioOptions {
  /** Kept between starts when given; otherwise a folder of its own that goes with `remove`. */
  dataDir?: string
  env?: Record<string, string>
  /** The ports of an earlier start, so that open tabs find it again. */
  ports?: Ports
  /** Leave the owner to the set-up link. */
  withoutOwner?: boolean
}

/** A server as `npm start` runs it: the built bundle, in a process of its own, on ports and a data folder of its own. */
export interface Studio {
  readonly url: string
  readonly ports: Ports
  /** The owner of its workspace. */
  readonly owner: Person
  /** The cookie of a session of the owner, if they are signed in already. */
  readonly cookie?: string
  readonly dataDir: string
  readonly process: ChildProcess
  /** The line that the start printed. */
  readonly announced: string
  /** Milliseconds from launch until `/health` answered. */
  readonly readyMs: number
  /** Its standard error. */
  errors(): string
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Freezes the process, like a machine that hangs, or resumes it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  remove(): Promise<void>
}

/** Starts a server on free ports; on others if another process took one of them in the meantime. */
export async function startStudio(options: StudioOptions = {}): Promise<Studio> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(options)
    } catch (error) {
      if (options.ports || attempt === 3 || !/Port \d+ .*is in use/.test(String(error))) throw error
    }
  }
}

async function launch(options: StudioOptions): Promise<Studio> {
  const dataDir = options.dataDir ?? temporaryFolder('atelier-e2e-')
  const ports = options.ports ?? { studio: await reservePort(), sites: await reservePort() }
  const launched = performance.now()
  const endWithParent = ['--import', join(root, 'e2e', 'support', 'endWithParent.mjs')]
  const child = spawn(process.execPath, ['--max-semi-space-size=32', ...endWithParent, serverProgram], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: String(ports.studio),
      SITES_PORT: String(ports.sites),
      ATELIER_DATA: dataDir,
      ATELIER_CATALOGUE_URL: 'off',
      ATELIER_WEB: 'off',
      ATELIER_FONTS_URL: 'http://127.0.0.1:9',
      OLLAMA_HOST: '127.0.0.1:9',
      ...(options.withoutOwner ? {} : { ATELIER_OWNER_EMAIL: owner.email, ATELIER_OWNER_PASSWORD: owner.password }),
      ...options.env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const announced = await new Promise<string>((resolve, reject) => {
    let out = ''
    child.stdout?.on('data', (chunk) => {
      out += chunk
      if (out.includes('\n')) resolve(out.split('\n')[0] ?? '')
    })
    child.once('exit', (code) => reject(new Error(`The server stopped with ${code} before it was ready:\n${errors}`)))
  })
  const url = new URL(/https?:\/\/\S+/.exec(announced)?.[0] ?? 'http://missing').origin
  await fetch(`${url}/health`)
  const readyMs = performance.now() - launched
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
  }
  return {
    url,
    ports,
    owner,
    dataDir,
    process: child,
    announced,
    readyMs,
    errors: () => errors,
    stop,
    signal: (signal) => void child.kill(signal),
    async remove() {
      await stop('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
