import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import pg from 'pg'

/** A Postgres cluster for tests and benchmarks: a temporary folder, a unix socket and no TCP port. */
export interface Cluster {
  /** Makes an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>
  /** The same as a copy of the database `template`, which the first caller makes and `fill` fills. */
  copyDatabase(name: string, template: string, fill: (url: string) => Promise<void>): Promise<string>
  /**
   * Resets a copied database that is no longer in use: takes out every row, except for those that say which
   * migrations ran, and every table that was made in it.
   */
  emptyDatabase(url: string): Promise<void>
  /** Stops the server, cutting its connections, and starts it again. */
  restart(): void
}

/** The folder that holds `initdb` and `pg_ctl`, or undefined if Postgres is not installed. */
export function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(root, version, 'bin')),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')))
}

/** Postgres refuses to run as root: then another user of the machine runs it. */
function runAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout.trim())
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('Postgres cannot run as root, and there is neither a user postgres nor nobody.')
}

/**
 * Returns the cluster of the process `owner`, starting it if needed: several processes may ask, as the workers
 * of one test run do for the process that began them. It is stopped and removed when that process ends, even by a kill.
 */
export async function clusterOf(owner: number, bin: string): Promise<Cluster> {
  // Directly under /tmp, since the path of a unix socket may not be longer than 107 bytes.
  const folder = `/tmp/atelier-pg-${owner}-${startTime(owner)}`
  if (claim(folder)) start(folder, owner, bin)
  else await until(() => existsSync(join(folder, 'ready')), 60_000)
  const urlOf = (database: string) => `postgresql://atelier@/${database}?host=${encodeURIComponent(folder)}`
  const createDatabase = async (name: string, template = 'template1') => {
    const client = new pg.Client({ connectionString: urlOf('postgres') })
    await client.connect()
    try {
      await client.query(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`)
    } finally {
      await client.end()
    }
    return urlOf(name)
  }
  return {
    createDatabase: (name) => createDatabase(name),
    async copyDatabase(name, template, fill) {
      const filled = join(folder, `${template}.filled`)
      if (claim(join(folder, template))) {
        await fill(await createDatabase(template))
        writeFileSync(filled, '')
      } else await until(() => existsSync(filled), 60_000)
      return createDatabase(name, template)
    },
    async emptyDatabase(url) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
        // Rows that the copy did not bring along are newer, and have a higher number than the database itself.
        await client.query(`do $$ declare found record; begin
          set local session_replication_role = replica;
          for found in
            select relname, oid > (select oid from pg_database where datname = current_database()) as own from pg_class
            where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
          loop
            execute format(case when found.own then 'drop table %I' else 'delete from %I' end, found.relname);
          end loop;
        end $$`)
      } finally {
        await client.end()
      }
    },
    restart() {
      const args = ['-D', join(folder, 'data'), '-l', join(folder, 'log'), '-m', 'fast', '-w', 'restart']
      execFileSync(join(bin, 'pg_ctl'), args, { ...runAs(), cwd: folder, stdio: 'ignore' })
    },
  }
}

/** When a process began, in ticks of the kernel: a later process may get the same number. Empty where there is no /proc. */
function startTime(pid: number): string {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return ''
  // The name in parentheses may hold spaces; the time is the 20th field after it.
  return readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
}

/** Making the folder is what decides who starts the cluster. */
function claim(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o711 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function start(folder: string, owner: number, bin: string): void {
  const user = runAs()
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (user) for (const path of [folder, data]) chownSync(path, user.uid, user.gid)
  const run = (command: string, args: string[]) =>
    execFileSync(join(bin, command), args, {
      ...user,
      cwd: folder,
      stdio: 'pipe',
      env: { ...process.env, LC_ALL: 'C' },
    })
  try {
    run('initdb', ['-D', data, '-U', 'atelier', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions'])
    guard(folder, owner, bin, user)
    // A test's cluster has only the failure of processes to survive, never that of the machine; a benchmark's waits
    // for the disk as a real one does.
    const durability = process.env.VITEST ? '-c fsync=off -c full_page_writes=off' : ''
    const settings = `-c listen_addresses='' -c unix_socket_directories=${folder} -c max_connections=200 -c shared_buffers=32MB ${durability}`
    run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-o', settings, 'start'])
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  writeFileSync(join(folder, 'ready'), '')
}

/** A process of its own that outlives `owner` just long enough to clean up after it. */
function guard(folder: string, owner: number, bin: string, user: { uid: number; gid: number } | undefined): void {
  const program = `
    const { spawnSync } = require('node:child_process')
    const alive = () => { try { process.kill(${owner}, 0); return true } catch { return false } }
    const timer = setInterval(() => {
      if (alive()) return
      clearInterval(timer)
      const options = { ...${JSON.stringify(user ?? {})}, cwd: '/', stdio: 'ignore' }
      spawnSync(${JSON.stringify(join(bin, 'pg_ctl'))}, ['-D', ${JSON.stringify(join(folder, 'data'))}, '-m', 'immediate', '-w', 'stop'], options)
      require('node:fs').rmSync(${JSON.stringify(folder)}, { recursive: true, force: true })
    }, 200)`
  const options = { detached: true, stdio: 'ignore' as const, env: { PATH: process.env.PATH } }
  spawn(process.execPath, ['--input-type=commonjs', '-e', program], options).unref()
}

async function until(condition: () => boolean, timeoutMs: number): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!condition()) {
    if (Date.now() > end) throw new Error('The Postgres cluster for the tests did not start.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
