import { type ChildProcess, spawn } from 'node:child_process'
import { Writable } from 'node:stream'
import {
  type CollectedCall,
  type FoundGit,
  type GitCall,
  type GitFailure,
  type GitFailureCode,
  type GitProcess,
  leastGit,
} from '@atelier/repository'

const MAX_SAID = 20_000
const MIB = 1024 * 1024

/**
 * The variables of the server's environment that a git process gets: where programs are, and which authorities are
 * trusted.
 */
const passedOn = /^(?:PATH|SystemRoot|TMPDIR|TEMP|TMP|SSL_CERT_FILE|SSL_CERT_DIR|GIT_SSL_CAINFO)$/i

/** No file of the machine or of a user is read, no prompt is shown, nothing fetched has a say. */
const sealedEnvironment: Readonly<Record<string, string>> = {
  HOME: '/dev/null',
  XDG_CONFIG_HOME: '/dev/null',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
  GIT_EDITOR: ':',
  GIT_PAGER: 'cat',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PROTOCOL_FROM_USER: '0',
  // No transport at all, unless a call names one.
  GIT_ALLOW_PROTOCOL: 'none',
}

const sealedConfig: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'core.fsmonitor': 'false',
  'core.askPass': '',
  'core.alternateRefsCommand': 'true',
  'core.logAllRefUpdates': 'false',
  // With the index of a pack, without which its objects are not found.
  'core.fsync': 'objects,derived-metadata,reference',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  'credential.helper': '',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'pack.threads': '1',
  'pack.windowMemory': '64m',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'transfer.fsckObjects': 'true',
  'http.followRedirects': 'false',
  'http.proxy': '',
  // A server that sends nothing for half a minute is given up.
  'http.lowSpeedLimit': '1',
  'http.lowSpeedTime': '30',
  'protocol.version': '2',
}

/** Answers `get` alone, from the pipe that is file descriptor 3: nothing is stored, and nothing is read twice. */
const pipeHelper = '!f() { test "$1" = get && cat <&3; }; f'

/** Sets the limits (kB, seconds) of a program and of all that it starts, and becomes that program. */
const limitingShell = ['/bin/sh', '-c', 'ulimit -d "$1" && ulimit -t "$2" && shift 2 && exec "$@"', 'sh'] as const

/**
 * Looks for git on the machine.
 *
 * @param program the name or path of git
 */
export async function findGit(program = 'git'): Promise<FoundGit> {
  const found = await collect(startGit(program, ['version'], { timeoutMs: 10_000 }, false), {})
  if (!found.ok)
    return {
      ok: false,
      problem:
        found.code === 'missing'
          ? 'git is not installed on this server, so content is not written to a repository.'
          : `git does not run on this server, so content is not written to a repository: ${found.said || found.code}.`,
    }
  const version = /^git version (\d+(?:\.\d+)*)/.exec(found.output.toString('utf8'))?.[1]
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number)
  if (version === undefined || major < leastGit[0] || (major === leastGit[0] && minor < leastGit[1]))
    return {
      ok: false,
      problem: `git ${version ?? 'of an unknown version'} is too old to write content to a repository: ${leastGit.join('.')} or newer is needed.`,
    }
  // Other systems take the limit and do not keep to it.
  const capped = process.platform === 'linux' && (await collect(startGit(program, ['version'], {}, true), {})).ok
  const start = (args: readonly string[], call: GitCall = {}) => startGit(program, args, call, capped)
  return { ok: true, git: { version, capped, start, run: (args, call = {}) => collect(start(args, call), call) } }
}

function startGit(program: string, args: readonly string[], call: GitCall, capped: boolean): GitProcess {
  const { repository, timeoutMs = 60_000, memoryMb = 768, signal, credentials } = call
  const config = { ...sealedConfig, ...call.config, ...(credentials ? { 'credential.helper': pipeHelper } : {}) }
  const line = [
    '--no-pager',
    ...Object.entries(config).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ...(repository === undefined ? [] : [`--git-dir=${repository}`]),
    ...args,
  ]
  const inherited = Object.entries(process.env).filter(([name]) => passedOn.test(name))
  // Time of the processor never passes the timeout while this server lives; afterwards it ends what was left.
  const limits = [memoryMb * 1024, Math.ceil(timeoutMs / 1000) + 5].map(String)
  const [command = program, ...given] = capped ? [...limitingShell, ...limits, program, ...line] : [program, ...line]
  const child: ChildProcess = spawn(command, given, {
    cwd: repository,
    env: { ...Object.fromEntries(inherited), ...sealedEnvironment, ...call.env },
    stdio: ['pipe', 'pipe', 'pipe', ...(credentials ? (['pipe'] as const) : [])],
    // A group of its own, so that what git starts (a transport, ssh) is killed with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  let failure: GitFailureCode | undefined
  let said = ''
  const kill = (why: GitFailureCode = 'aborted') => {
    failure ??= why
    killGroup(child)
  }
  const timer = setTimeout(() => kill('timeout'), timeoutMs)
  const abort = () => kill('aborted')
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()

  const { stdin, stdout, stderr } = child
  const pipe = child.stdio[3]
  if (!stdin || !stdout || !stderr) throw new Error('a process without pipes')
  // Writing to a process that has ended; how it ended says why.
  stdin.on('error', () => {})
  stderr.on('data', (chunk: Buffer) => {
    if (said.length < MAX_SAID) said += chunk.toString('utf8')
  })
  if (credentials && pipe instanceof Writable) {
    pipe.on('error', () => {})
    pipe.end(`username=${credentials.username}\npassword=${credentials.password}\n`)
  }
  const ended = new Promise<{ ok: true } | GitFailure>((done) => {
    const settle = (status: number | null, problem?: string) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      if (failure === undefined && status === 0) return done({ ok: true })
      // The shell found no git any more.
      if (capped && status === 127) failure ??= 'missing'
      const text = withoutSecrets(problem ?? said, credentials).trim()
      done({ ok: false, code: failure ?? 'failed', ...(status === null ? {} : { status }), said: text })
    }
    child.once('error', (error: NodeJS.ErrnoException) => {
      failure ??= error.code === 'ENOENT' ? 'missing' : 'failed'
      settle(null, error.message)
    })
    child.once('close', (status) => settle(status))
  })
  return { pid: child.pid, stdin, stdout, ended, kill: () => kill() }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group has just ended by itself.
    child.kill('SIGKILL')
  }
}

function withoutSecrets(text: string, credentials: GitCall['credentials']): string {
  const hidden = [credentials?.password, credentials?.username].filter((each) => each !== undefined && each.length > 3)
  const cut = text.slice(0, MAX_SAID)
  return hidden.reduce<string>((left, secret = '') => left.replaceAll(secret, '…'), cut)
}

async function collect(
  running: GitProcess,
  { input, maxOutput = MIB }: CollectedCall,
): Promise<{ ok: true; output: Buffer } | GitFailure> {
  const chunks: Buffer[] = []
  let size = 0
  running.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxOutput) running.kill()
    else chunks.push(chunk)
  })
  running.stdin.end(input)
  const ended = await running.ended
  if (size > maxOutput) return { ok: false, code: 'too_large', said: `More than ${maxOutput} bytes of output.` }
  const output = Buffer.concat(chunks)
  return ended.ok ? { ok: true, output } : { ...ended, printed: output.toString('utf8', 0, MAX_SAID) }
}
