import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RemoteAddress } from './remoteUrl.ts'

/** The name under which the host key of a remote is kept, whatever address its host has today. */
const ALIAS = 'atelier-remote'
const HOUR = 3_600_000

export interface SshOptions {
  /** Where key files are kept while a process runs, in the data folder. */
  folder: string
  /** The address that was judged. */
  address: string
  /** The private key, in the format of OpenSSH. */
  privateKey: string
  /** The host key that the remote had at first, as `ssh-ed25519 AAAA…`; absent before the first connection. */
  hostKey?: string
  /** The name or path of ssh; `ssh` when absent. */
  program?: string
}

export interface SshCall {
  /** What GIT_SSH_COMMAND is. It names files, and holds no secret itself. */
  command: string
  /** The host key of the remote, after a connection was made. */
  hostKey(): Promise<string | undefined>
  /** Removes the key. */
  end(): Promise<void>
}

/**
 * Prepares one connection of ssh: nothing of the machine's or a user's configuration, no agent, no password, no
 * forwarding; the judged address; the host key that was seen at first, or the first one that is seen. ssh takes a key
 * from nothing but a file (it closes every other descriptor), so the key is one that only this user reads until `end`.
 */
export async function openSsh(remote: RemoteAddress, options: SshOptions): Promise<SshCall> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  await removeOld(options.folder)
  const folder = await mkdtemp(join(options.folder, '.ssh-'))
  const [key, hosts] = [join(folder, 'key'), join(folder, 'hosts')]
  await writeFile(key, `${options.privateKey.trim()}\n`, { mode: 0o600 })
  await writeFile(hosts, options.hostKey === undefined ? '' : `${ALIAS} ${options.hostKey}\n`, { mode: 0o600 })
  const settings = {
    BatchMode: 'yes',
    CheckHostIP: 'no',
    ClearAllForwardings: 'yes',
    ConnectTimeout: '20',
    ControlMaster: 'no',
    ControlPath: 'none',
    ForwardAgent: 'no',
    GlobalKnownHostsFile: '/dev/null',
    HashKnownHosts: 'no',
    HostKeyAlias: ALIAS,
    HostName: options.address,
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    IdentityFile: key,
    LogLevel: 'ERROR',
    PasswordAuthentication: 'no',
    PermitLocalCommand: 'no',
    Port: String(remote.port),
    PreferredAuthentications: 'publickey',
    ProxyCommand: 'none',
    ServerAliveCountMax: '4',
    ServerAliveInterval: '15',
    StrictHostKeyChecking: options.hostKey === undefined ? 'accept-new' : 'yes',
    UpdateHostKeys: 'no',
    UserKnownHostsFile: hosts,
  }
  const words = [
    options.program ?? 'ssh',
    '-F',
    'none',
    ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
  ]
  return {
    command: words.map(inShell).join(' '),
    async hostKey() {
      const line = (await readFile(hosts, 'utf8')).split('\n').find((each) => each.startsWith(`${ALIAS} `))
      return line?.slice(ALIAS.length + 1).trim()
    },
    end: () => rm(folder, { recursive: true, force: true }),
  }
}

const inShell = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** Removes keys that a killed server left; no process that uses one lasts an hour. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.ssh-')) continue
    const path = join(folder, name)
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    )
    if (Date.now() - changed > HOUR) await rm(path, { recursive: true, force: true })
  }
}
