import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import pg from 'pg'

/** A Postgres cluster for tests and benchmarks: a temporary folder, a unix socket and no TCP port. */
export interface Cluster {
  /** Makes an empty database and gives its URL. */
  createDatabase(name: string): Promise<string>
  stop(): void
}

/** The folder that holds `initdb` and `pg_ctl`, or undefined where Postgres is not installed. */
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

/** Starts a cluster with the binaries in `bin`, fsync on. It also stops when this process exits. */
export function startCluster(bin: string): Cluster {
  const owner = runAs()
  // Directly under /tmp, since the path of a unix socket may not be longer than 107 bytes.
  const folder = mkdtempSync('/tmp/atelier-pg-')
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (owner) for (const path of [folder, data]) chownSync(path, owner.uid, owner.gid)
  const run = (command: string, args: string[]) =>
    execFileSync(join(bin, command), args, {
      ...owner,
      cwd: folder,
      stdio: 'pipe',
      env: { ...process.env, LC_ALL: 'C' },
    })

  function stop() {
    process.off('exit', stop)
    if (!existsSync(folder)) return
    try {
      run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  process.on('exit', stop)
  try {
    run('initdb', ['-D', data, '-U', 'atelier', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions'])
    const settings = `-c listen_addresses='' -c unix_socket_directories=${folder} -c max_connections=100 -c shared_buffers=32MB`
    run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-o', settings, 'start'])
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    process.off('exit', stop)
    throw error
  }
  const urlOf = (database: string) => `postgresql://atelier@/${database}?host=${encodeURIComponent(folder)}`
  return {
    async createDatabase(name) {
      const client = new pg.Client({ connectionString: urlOf('postgres') })
      await client.connect()
      try {
        await client.query(`create database ${pg.escapeIdentifier(name)}`)
      } finally {
        await client.end()
      }
      return urlOf(name)
    },
    stop,
  }
}
