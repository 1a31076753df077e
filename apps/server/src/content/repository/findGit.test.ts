import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GitCall, isRefName, openRepository, pathProblem } from '@atelier/repository'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { gitText, temporaryFolder, testGit } from '../../../testing/git.ts'
import { findGit } from './findGit.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

/** A program in place of git that prints a text, since no machine has every version. */
function programThat(script: string): string {
  const path = join(folder.path, 'git')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

it('a machine without git is distinguished from one whose git is too old', async () => {
  const missing = await findGit(join(folder.path, 'nothing'))
  expect(missing).toEqual({ ok: false, problem: expect.stringContaining('git is not installed') })
  const old = await findGit(programThat('echo git version 2.36.1'))
  expect(old).toEqual({ ok: false, problem: expect.stringMatching(/git 2\.36\.1 is too old.*2\.37/) })
  expect(await findGit(programThat('echo something else'))).toMatchObject({ ok: false })
  const apple = await findGit(programThat('echo "git version 2.37.1 (Apple Git-137.1)"'))
  expect(apple).toMatchObject({ ok: true, git: { version: '2.37.1' } })
  expect(await findGit(programThat('echo git version 3.0.0'))).toMatchObject({ ok: true })
})

it('no configuration of the machine or of a user reaches a process', async () => {
  const git = await testGit()
  const config = join(folder.path, '.gitconfig')
  writeFileSync(config, '[user]\n\tname = Somebody\n[alias]\n\tversion = !echo no\n')
  const before = { HOME: process.env.HOME, GIT_CONFIG_GLOBAL: process.env.GIT_CONFIG_GLOBAL }
  process.env.HOME = folder.path
  process.env.GIT_CONFIG_GLOBAL = config
  try {
    const { path } = await openRepository(git, folder.path, 'p1')
    const scopes = await gitText(git, path, 'config', '--list', '--show-scope')
    expect(scopes).not.toContain('Somebody')
    expect(new Set(scopes.split('\n').map((line) => line.split('\t')[0]))).toEqual(new Set(['local', 'command']))
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
})

it('a credential reaches only the helper, and no command line, environment, file or message', async () => {
  const git = await testGit()
  const { path } = await openRepository(git, folder.path, 'p1')
  const credentials = { username: 'ada-lovelace', password: 'tok_secret_123' }
  const running = git.start(['credential', 'fill'], { repository: path, credentials })
  let answer = ''
  running.stdout.on('data', (chunk: Buffer) => {
    answer += chunk
  })
  const { pid } = running
  const seen = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8')).join('\n')
  running.stdin.end('url=https://git.example.test/a.git\n\n')
  expect(await running.ended).toEqual({ ok: true })
  expect(answer).toContain('password=tok_secret_123')
  expect(seen).toContain('--git-dir')
  expect(seen).not.toContain('tok_secret')
  const wrong = await git.run(['rev-parse', '--verify', 'tok_secret_123'], { repository: path, credentials })
  expect(wrong.ok).toBe(false)
  expect(JSON.stringify(wrong)).not.toContain('tok_secret')
})

it('a process that never ends or writes too much is killed with all that it started', async () => {
  const found = await findGit(
    programThat(
      'for last; do :; done; case "$last" in version) echo git version 2.40.0;; endless) yes;; *) sleep 60 & echo $! > pid; wait;; esac',
    ),
  )
  if (!found.ok) throw new Error(found.problem)
  const repository = folder.path
  expect(await found.git.run(['endless'], { repository, maxOutput: 1000 })).toMatchObject({
    ok: false,
    code: 'too_large',
  })
  const hung = await found.git.run(['sleep'], { repository, timeoutMs: 500 })
  expect(hung).toMatchObject({ ok: false, code: 'timeout' })
  const pid = Number(readFileSync(join(folder.path, 'pid'), 'utf8'))
  // It may be a zombie for a moment, which is not running either.
  const state = () => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2]
    } catch {
      return undefined
    }
  }
  await expect.poll(() => state() ?? 'Z').toBe('Z')
  const aborted = await found.git.run(['sleep'], { repository, signal: AbortSignal.abort() })
  expect(aborted).toMatchObject({ ok: false, code: 'aborted' })
})

it('on Linux each process has a limit of memory and of computing time', async () => {
  const found = await findGit(
    programThat(
      'for last; do :; done; case "$last" in version) echo git version 2.40.0;; *) ulimit -d; ulimit -t;; esac',
    ),
  )
  if (!found.ok) throw new Error(found.problem)
  expect(found.git.capped).toBe(process.platform === 'linux')
  const limits = async (call: GitCall) => {
    const read = await found.git.run(['limits'], call)
    return read.ok ? read.output.toString('utf8').trim().split('\n').map(Number) : read
  }
  if (!found.git.capped) return
  expect(await limits({})).toEqual([768 * 1024, 65])
  expect(await limits({ memoryMb: 100, timeoutMs: 700 })).toEqual([100 * 1024, 6])
})

it('names that git would read as options or that leave the repository are refused', () => {
  expect(
    ['refs/heads/contentrain', 'refs/heads/cr/content/blog/en/1700000000-ab12', 'refs/atelier/x'].every(isRefName),
  ).toBe(true)
  const bad = [
    '-x',
    'refs/heads/-x',
    'refs/heads/../x',
    'refs/heads/a.lock',
    'refs/heads/a..b',
    'refs/heads/',
    'HEAD',
    'refs/heads/a b',
    'refs/heads/a\nb',
    'refs/heads/.x',
    'refs/x',
  ]
  expect(bad.filter(isRefName)).toEqual([])
  expect(['a.json', '.contentrain/models/a.json', 'häuser/ı.md', '-x', 'a b', '.gitignore'].map(pathProblem)).toEqual(
    new Array(6).fill(undefined),
  )
  const climbing = [
    '',
    '/a',
    'a//b',
    '../a',
    'a/./b',
    'a/..',
    '.git/config',
    'a/.GIT/hooks/x',
    '.g\u200cit/x',
    'GIT~1/x',
    '.git::$INDEX_ALLOCATION/x',
    'a\\b',
    'a\nb',
    'a\0b',
    '\ud800',
  ]
  expect(climbing.filter((path) => pathProblem(path) === undefined)).toEqual([])
})
