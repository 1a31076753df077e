import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of a project's packages, or why there is none, as a sentence. */
export type Installed = { ok: true; folder: string } | { ok: false; problem: string }

/** The npm packages that a project's scripts import, installed once for each set of them. */
export interface Packages {
  /** Installs from the registry that npm is set to, without any script of a package; bounded in time and size. */
  install(projectId: string, dependencies: Readonly<Record<string, string>>): Promise<Installed>
  /** The projects that have packages. */
  projects(): Promise<string[]>
  /** Removes everything of a deleted project. */
  remove(projectId: string): Promise<void>
}

export interface PackagesOptions {
  dataDir: string
  /** The longest that one installation may take, in milliseconds. */
  maxMs?: number
  /** The most bytes that the packages of a project may take. */
  maxBytes?: number
  env?: Readonly<Record<string, string | undefined>>
}

/** Only these of the server's own variables: nothing of its secrets reaches a package manager. */
const passedOn =
  /^(?:PATH|HOME|USERPROFILE|APPDATA|SystemRoot|TMPDIR|TEMP|TMP|LANG|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|npm_config_(?!_).*)$/i

export function createPackages(options: PackagesOptions): Packages {
  const { dataDir, maxMs = 120_000, maxBytes = 200 * 1024 * 1024, env = process.env } = options
  const working = new Map<string, Promise<Installed>>()

  const folderOf = (projectId: string) => {
    if (!/^[\w-]{1,100}$/.test(projectId)) throw new Error(`"${projectId}" cannot name a folder`)
    return join(dataDir, 'projects', projectId, 'packages')
  }

  const install = async (projectId: string, dependencies: Readonly<Record<string, string>>): Promise<Installed> => {
    const sorted = Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)))
    const name = createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 20)
    const all = folderOf(projectId)
    const target = join(all, name)
    if (await stat(target).catch(() => undefined)) return { ok: true, folder: target }
    const part = join(all, `.${name}-${randomUUID()}`)
    await mkdir(part, { recursive: true })
    try {
      await writeFile(join(part, 'package.json'), JSON.stringify({ private: true, dependencies: sorted }))
      const ran = await runNpm(part, { maxMs, maxBytes, env })
      if (ran === TOO_LARGE) return { ok: false, problem: packagesTooLarge(maxBytes) }
      if (ran !== undefined) return { ok: false, problem: problemOf(ran, Object.keys(sorted)) }
      const bytes = await packageSize(part, maxBytes)
      if (bytes > maxBytes) return { ok: false, problem: packagesTooLarge(maxBytes) }
      await rename(part, target).catch(async (error: unknown) => {
        // Another server was there first.
        if (!(await stat(target).catch(() => undefined))) throw error
      })
      await removeOthers(all, name)
      return { ok: true, folder: target }
    } finally {
      await rm(part, { recursive: true, force: true })
    }
  }

  return {
    install(projectId, dependencies) {
      const key = `${projectId} ${JSON.stringify(dependencies)}`
      const under = working.get(key) ?? install(projectId, dependencies).finally(() => working.delete(key))
      working.set(key, under)
      return under
    },
    async projects() {
      try {
        return (await readdir(join(dataDir, 'projects'))).filter((name) => /^[\w-]{1,100}$/.test(name)).sort()
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
        throw error
      }
    },
    remove: (projectId) => rm(join(folderOf(projectId), '..'), { recursive: true, force: true }),
  }
}

const packagesTooLarge = (maxBytes: number) =>
  `The packages take more than ${Math.round(maxBytes / 1024 / 1024)} MB; remove one that is not needed.`

/** npm was stopped, since what it unpacked was too much already. */
const TOO_LARGE = 'too large'
/** How often the size is looked at while npm unpacks. */
const LOOK_MS = 500

/** npm's message if it failed, `TOO_LARGE` if it was stopped for that; undefined if it did not fail. */
function runNpm(
  folder: string,
  { maxMs, maxBytes, env }: { maxMs: number; maxBytes: number; env: Readonly<Record<string, string | undefined>> },
): Promise<string | undefined> {
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-bin-links',
    '--omit=dev',
    '--omit=optional',
    '--loglevel=error',
    '--no-update-notifier',
    '--fetch-retries=1',
    '--fetch-timeout=30000',
    // Packages of the registry only: no program is started for one that names a repository.
    '--git=false',
  ]
  const windows = process.platform === 'win32'
  return new Promise((done) => {
    const child = spawn(windows ? 'npm.cmd' : 'npm', args, {
      cwd: folder,
      env: Object.fromEntries(Object.entries(env).filter(([name]) => passedOn.test(name))),
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: windows,
      timeout: maxMs,
      killSignal: 'SIGKILL',
    })
    let said = ''
    let isTooLarge = false
    let isLooking = false
    const look = setInterval(async () => {
      if (isLooking) return
      isLooking = true
      // Folders come and go while npm unpacks.
      const bytes = await packageSize(folder, maxBytes).catch(() => 0)
      isLooking = false
      if (bytes <= maxBytes || isTooLarge) return
      isTooLarge = true
      child.kill('SIGKILL')
    }, LOOK_MS)
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < 20_000) said += chunk.toString('utf8')
    })
    child.on('error', (error) => {
      clearInterval(look)
      done(`spawn ${error.message}`)
    })
    child.on('close', (code, signal) => {
      clearInterval(look)
      if (isTooLarge) done(TOO_LARGE)
      else done(code === 0 ? undefined : signal ? 'ETIMEDOUT' : said || `exit ${code}`)
    })
  })
}

/** npm's message as a sentence that names the package. */
function problemOf(said: string, names: readonly string[]): string {
  const list = names.join(', ')
  const missing = /['"\s]((?:@[\w.~-]+\/)?[\w.~-]+)@[^'"\s]*['"\s]/.exec(said.slice(said.indexOf('404 ') + 4))?.[1]
  if (/^spawn /.test(said)) return `npm is not installed on the server, so ${list} cannot be installed.`
  if (/\bE404\b/.test(said)) return `The registry has no package ${missing ?? list}.`
  const version = /No matching version found for ([^\s]+?)\.?(?:\s|$)/.exec(said)?.[1]
  if (/\bETARGET\b/.test(said)) return `The registry has no version ${version ?? `of ${list} that fits`}.`
  if (/ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ERR_SOCKET|network/i.test(said)) {
    return `The package registry cannot be reached, so ${list} cannot be installed. Publish again when the server is online.`
  }
  const reason = /npm error (?!code|A complete log)(.+)/.exec(said)?.[1] ?? said.split('\n')[0] ?? ''
  return `npm could not install ${list}: ${reason.slice(0, 200)}`
}

async function packageSize(folder: string, most: number): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    bytes += (await stat(join(entry.parentPath, entry.name))).size
    if (bytes > most) return bytes
  }
  return bytes
}

/** Sets of packages that were replaced go, but for the newest few: a release may be under way with one. */
async function removeOthers(folder: string, keep: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== keep && !name.startsWith('.'))
  const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
  for (const { name } of dated.sort((a, b) => b.at - a.at).slice(2)) {
    await rm(join(folder, name), { recursive: true, force: true })
  }
}
