import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BareRepository,
  type FileChange,
  openRemote,
  openRepository,
  type RemoteOptions,
  readRemote,
  repositoryAt,
  writeCommits,
} from '@atelier/repository'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deepTest } from '../../../../../scripts/testing/deepTest.ts'
import { commitWith, gitText, plantCommit, temporaryFolder, testGit } from '../../../testing/git.ts'
import { type GitServerOptions, startGitServer } from '../../../testing/gitServer.ts'
import { createRemotePolicy } from './remotePolicy.ts'

const ref = 'refs/heads/contentrain'
let folder: ReturnType<typeof temporaryFolder>
let repository: BareRepository
/** The other side. */
let there: BareRepository
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  folder = temporaryFolder()
  const git = await testGit()
  repository = await openRepository(git, folder.path, 'p1')
  await gitText(git, folder.path, 'init', '--quiet', '--bare', '--initial-branch=main', join(folder.path, 'there.git'))
  there = repositoryAt(git, join(folder.path, 'there.git'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  folder.remove()
})

async function commit(into: BareRepository, onto: string, files: readonly FileChange[], parent?: string) {
  const outcome = await writeCommits(into, [
    commitWith(files, { ref: onto, ...(parent === undefined ? {} : { parent }) }),
  ])
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.tips.get(onto) ?? ''
}

function remote(url = `file://${there.path}`, options: Partial<RemoteOptions> = {}) {
  const read = readRemote(url, true)
  if (!read.ok) throw new Error(read.problem)
  const policy = createRemotePolicy(true, async () => [{ address: '127.0.0.1', family: 4 }])
  const keyFolder = join(folder.path, 'content')
  return openRemote({ repository, address: read.address, secret: { kind: 'none' }, policy, keyFolder, ...options })
}

async function serve(options: Partial<GitServerOptions> = {}) {
  const server = await startGitServer({ root: folder.path, ...options })
  closing.push(server.close)
  return server
}

it('a fetch whose refs cannot be set rejects, once and to its caller', async () => {
  const first = await commit(there, ref, [{ path: 'a.json', bytes: '1' }])
  const refs = async () => {
    throw new Error('The process was killed.')
  }
  const unhandled: unknown[] = []
  const hear = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', hear)
  try {
    for (const names of [['contentrain'], ['nothing']])
      await expect(remote(undefined, { repository: { ...repository, refs } }).fetch(names)).rejects.toThrow('killed')
  } finally {
    process.off('unhandledRejection', hear)
  }
  expect(unhandled).toEqual([])
  expect(readdirSync(repository.path).filter((name) => name.startsWith('incoming-'))).toEqual([])
  expect(await remote().fetch(['contentrain'])).toMatchObject({ ok: true, tips: new Map([['contentrain', first]]) })
})

it('branches are listed, fetched and pushed, and what is gone there is gone here', async () => {
  const first = await commit(there, 'refs/heads/main', [{ path: 'README.md', bytes: 'Hello' }])
  await there.setRefs([{ ref: 'refs/heads/cr/content/a/1-ab', from: undefined, to: first }])
  const other = remote()
  expect(await other.list()).toMatchObject({ ok: true, defaultBranch: 'main', unreadable: 0 })
  const names = ['main', 'contentrain', 'cr/content/a/1-ab']
  const fetched = await other.fetch(names)
  expect(fetched.ok && [...fetched.tips]).toEqual([
    ['main', first],
    ['cr/content/a/1-ab', first],
  ])
  expect(await repository.tip('refs/remotes/origin/main')).toBe(first)
  expect(await repository.check()).toEqual([])
  const ours = await commit(repository, ref, [{ path: 'a.json', bytes: '1' }])
  const change = { name: 'cr/content/a/1-ab', from: first, to: undefined }
  expect(await other.push([{ name: 'contentrain', to: ours }, change])).toMatchObject({ ok: true })
  expect(await there.tip(ref)).toBe(ours)
  await other.fetch(names)
  expect([...(await repository.refs('refs/remotes/')).keys()].sort()).toEqual([
    'refs/remotes/origin/contentrain',
    'refs/remotes/origin/main',
  ])
  expect(readdirSync(repository.path).filter((name) => name.startsWith('incoming-'))).toEqual([])
})

it('a push that is behind, of a protected branch, or of a branch that moved is refused and named', async () => {
  const first = await commit(repository, ref, [{ path: 'a', bytes: '1' }])
  const other = remote()
  await other.push([{ name: 'contentrain', to: first }])
  const theirs = await commit(there, ref, [{ path: 'a', bytes: '2' }], first)
  const ours = await commit(repository, ref, [{ path: 'a', bytes: '3' }], first)
  expect(await other.push([{ name: 'contentrain', to: ours }])).toMatchObject({ ok: false, code: 'not_fast_forward' })
  expect(await other.push([{ name: 'contentrain', from: first, to: undefined }])).toMatchObject({
    code: 'not_fast_forward',
  })
  expect(await there.tip(ref)).toBe(theirs)
  mkdirSync(join(there.path, 'hooks'), { recursive: true })
  writeFileSync(
    join(there.path, 'hooks/pre-receive'),
    '#!/bin/sh\necho "GH006: Protected branch update failed"\nexit 1\n',
    { mode: 0o755 },
  )
  expect(await other.push([{ name: 'main', to: ours }])).toMatchObject({
    ok: false,
    code: 'protected',
    hint: expect.any(String),
  })
})

it('a force-push there moves the mirror here, and nothing of ours', async () => {
  const first = await commit(repository, ref, [{ path: 'a', bytes: '1' }])
  const other = remote()
  await other.push([{ name: 'contentrain', to: first }])
  await other.fetch(['contentrain'])
  await there.setRefs([{ ref, from: first, to: undefined }])
  const rewritten = await commit(there, ref, [{ path: 'b', bytes: '1' }])
  expect(await other.fetch(['contentrain'])).toMatchObject({ ok: true })
  expect(await repository.tip('refs/remotes/origin/contentrain')).toBe(rewritten)
  expect(await repository.tip(ref)).toBe(first)
  expect(await repository.mergeBase(first, rewritten)).toBeUndefined()
})

it('wrong and missing credentials are reported, and never shown', async () => {
  const server = await serve({ authorization: `Basic ${Buffer.from('ada:right-token').toString('base64')}` })
  const tip = await commit(repository, ref, [{ path: 'a', bytes: '1' }])
  const url = `${server.origin}/there.git`
  const right = remote(url, { secret: { kind: 'token', username: 'ada', password: 'right-token' } })
  expect(await right.push([{ name: 'contentrain', to: tip }])).toMatchObject({ ok: true })
  expect(await right.fetch(['contentrain'])).toMatchObject({ ok: true })
  const wrong = remote(url, { secret: { kind: 'token', username: 'ada', password: 'wrong-token-77' } })
  for (const outcome of [
    await wrong.list(),
    await wrong.push([{ name: 'contentrain', to: tip }]),
    await remote(url).list(),
  ]) {
    expect(outcome).toMatchObject({ ok: false, code: 'unauthorized' })
    expect(JSON.stringify(outcome)).not.toMatch(/wrong-token|Basic/)
  }
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  expect(texts.filter((each) => /right-token|wrong-token/.test(each))).toEqual([])
})

it('the address that was judged is the one that is connected to, whatever the name resolves to', async () => {
  const server = await serve()
  await commit(there, 'refs/heads/main', [{ path: 'a', bytes: '1' }])
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const other = remote(`http://git.example.test:${server.port}/there.git`, {
    policy: createRemotePolicy(true, resolve),
  })
  expect(await other.fetch(['main'])).toMatchObject({ ok: true })
  expect(asked).toEqual(['git.example.test'])
  const elsewhere = async () => [{ address: '10.1.2.3', family: 4 }]
  const rebound = remote(`http://git.example.test:${server.port}/there.git`, {
    policy: createRemotePolicy(true, elsewhere),
  })
  const before = server.requests.length
  expect(await rebound.fetch(['main'])).toMatchObject({ ok: false, code: 'refused' })
  expect(server.requests).toHaveLength(before)
})

it('redirects and alternates lead nowhere', async () => {
  const target = await serve()
  await commit(there, 'refs/heads/main', [{ path: 'a', bytes: '1' }])
  const redirecting = await serve({
    instead(request, response) {
      response.writeHead(302, { location: `${target.origin}${request.url}` }).end()
      return true
    },
  })
  expect(await remote(`${redirecting.origin}/there.git`).list()).toMatchObject({ ok: false, code: 'redirected' })
  const dumb = await serve({
    instead({ url = '' }, response) {
      if (url.includes('info/refs')) response.end(`${'1'.repeat(40)}\trefs/heads/main\n`)
      else if (url.includes('alternates')) response.end(`${target.origin}/there.git/objects\n`)
      else response.writeHead(404).end()
      return true
    },
  })
  expect(await remote(`${dumb.origin}/there.git`).fetch(['main'])).toMatchObject({ ok: false })
  expect(target.requests).toEqual([])
})

it('a server that never ends is given up, and the next write goes through', async () => {
  const server = await serve({
    instead(_request, response) {
      response
        .writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
        .write('001e# service=git-upload-pack\n')
      return true
    },
  })
  const slow = remote(`${server.origin}/there.git`, { timeoutMs: 700 })
  expect(await slow.list()).toMatchObject({ ok: false, code: 'timeout' })
  expect(await slow.fetch(['main'])).toMatchObject({ ok: false, code: 'timeout' })
  await commit(repository, ref, [{ path: 'a', bytes: '1' }])
  expect(await repository.check()).toEqual([])
})

deepTest('an endless list of branches is given up before it fills the memory', async () => {
  const server = await serve({
    instead(_request, response) {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
      const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`
      response.write(`${line('# service=git-upload-pack\n')}0000${line(`${'1'.repeat(40)} HEAD\0agent=git/2\n`)}`)
      const refs = Array.from({ length: 64 }, (_, n) =>
        line(`${'1'.repeat(40)} refs/heads/${'b'.repeat(16_000)}${n}\n`),
      )
      const block = Buffer.from(refs.join(''))
      const more = () => {
        if (!response.destroyed) response.write(block, more)
      }
      more()
      return true
    },
  })
  const endless = remote(`${server.origin}/there.git`)
  const began = performance.now()
  const outcome = await endless.list()
  expect(outcome).toMatchObject({ ok: false, code: expect.stringMatching(/^(?:too_large|timeout)$/) })
  expect(performance.now() - began).toBeLessThan(25_000)
  if (repository.git.capped) expect(outcome).toMatchObject({ code: 'too_large' })
  expect(await endless.fetch(['main'])).toMatchObject({ ok: false })
})

it('more than the limit, on the wire or unpacked, moves no ref and leaves nothing', async () => {
  const first = await commit(there, 'refs/heads/main', [{ path: 'a', bytes: '1' }])
  await remote().fetch(['main'])
  const second = await commit(there, 'refs/heads/main', [{ path: 'wire', bytes: randomBytes(600_000) }], first)
  const limited = remote(undefined, { maxBytes: 500_000 })
  expect(await limited.fetch(['main'])).toMatchObject({ ok: false, code: 'too_large' })
  await there.setRefs([{ ref: 'refs/heads/main', from: second, to: first }])
  await commit(there, 'refs/heads/main', [{ path: 'bomb', bytes: Buffer.alloc(5_000_000) }], first)
  expect(await limited.fetch(['main'])).toMatchObject({ ok: false, code: 'too_large' })
  expect(await repository.tip('refs/remotes/origin/main')).toBe(first)
  expect(readdirSync(repository.path).filter((name) => name.startsWith('incoming-'))).toEqual([])
  expect(await repository.check()).toEqual([])
  expect(await remote(undefined, { maxBytes: 6_000_000 }).fetch(['main'])).toMatchObject({ ok: true })
})

deepTest(
  'a long history of a large file is fetched, though all its states together are larger than the limit',
  async () => {
    const lines = 'A line of a large file.\n'.repeat(15_000)
    let tip: string | undefined
    for (let state = 0; state < 8; state += 1)
      tip = await commit(there, 'refs/heads/main', [{ path: 'large', bytes: `${state}\n${lines}` }], tip)
    expect(await remote(undefined, { maxBytes: 500_000 }).fetch(['main'])).toMatchObject({ ok: true })
  },
)

it('objects that git does not accept are refused before any ref moves', async () => {
  await plantCommit(there.git, there.path, 'refs/heads/dots', [{ mode: '100644', path: '..', content: '' }])
  await plantCommit(there.git, there.path, 'refs/heads/git', [{ mode: '100644', path: '.GIT', content: '' }])
  const modules = '[submodule "x"]\n\tpath = x\n\turl = --upload-pack=touch\n'
  await plantCommit(there.git, there.path, 'refs/heads/modules', [
    { mode: '100644', path: '.gitmodules', content: modules },
  ])
  for (const name of ['dots', 'git', 'modules']) {
    expect([name, await remote().fetch([name])]).toMatchObject([name, { ok: false, code: 'bad_objects' }])
  }
  expect([...(await repository.refs('refs/'))]).toEqual([])
  expect(await repository.check()).toEqual([])
})

it('links, submodules, hooks and filters of a remote are fetched as data, and nothing of them runs', async () => {
  const mark = join(folder.path, 'ran')
  await plantCommit(there.git, there.path, 'refs/heads/main', [
    { mode: '100644', path: '.gitattributes', content: '* filter=lfs merge=x diff=x\n' },
    { mode: '100644', path: '.gitconfig', content: `[filter "lfs"]\n\tsmudge = touch ${mark}\n` },
    {
      mode: '100644',
      path: '.gitmodules',
      content: '[submodule "s"]\n\tpath = s\n\turl = https://git.example.test/s\n',
    },
    { mode: '120000', path: 'link', content: '/etc/passwd' },
    { mode: '160000', path: 's', content: '3'.repeat(40) },
  ])
  expect(await remote().fetch(['main'])).toMatchObject({ ok: true })
  expect(existsSync(mark)).toBe(false)
})

it('names of branches that are options or more than names are never given to git', async () => {
  const tip = await commit(there, 'refs/heads/main', [{ path: 'a', bytes: '1' }])
  await gitText(there.git, there.path, 'update-ref', "refs/heads/it's $(odd)", tip).catch(() => '')
  await gitText(there.git, there.path, 'update-ref', 'refs/heads/-x', tip).catch(() => '')
  writeFileSync(join(there.path, 'refs/heads/-y'), `${tip}\n`)
  const listed = await remote().list()
  expect(listed.ok && [...listed.branches.keys()]).toEqual(['main'])
  await expect(remote().fetch(['-x'])).rejects.toThrow(/no name of a branch/)
  await expect(remote().push([{ name: '--mirror', to: tip }])).rejects.toThrow(/no name of a branch/)
})

/** A program in place of ssh: it notes how it was called, pretends a host key, and runs git's side of the server here. */
function sshStandIn(hostKey: string): string {
  const path = join(folder.path, 'ssh')
  writeFileSync(
    path,
    `#!/bin/sh
printf '%s\\n' "$@" > ${folder.path}/ssh-args
for each; do case "$each" in UserKnownHostsFile=*) hosts="\${each#*=}";; IdentityFile=*) key="\${each#*=}";; esac; done
ls -l "$key" | cut -c1-10 > ${folder.path}/key-mode
cp "$key" ${folder.path}/key-seen
if [ -s "$hosts" ]; then grep -q "^atelier-remote ${hostKey}$" "$hosts" || { echo "Host key verification failed." >&2; exit 255; }
else echo "atelier-remote ${hostKey}" >> "$hosts"; fi
for last; do :; done
eval "$last"
`,
    { mode: 0o755 },
  )
  return path
}

it('ssh connects to the judged address, keeps the first host key and refuses another one', async () => {
  const tip = await commit(there, 'refs/heads/main', [{ path: 'a', bytes: '1' }])
  const options = (hostKey?: string): Partial<RemoteOptions> => ({
    secret: { kind: 'key', privateKey: 'PRIVATE KEY OF A TEST' },
    sshProgram: join(folder.path, 'ssh'),
    ...(hostKey === undefined ? {} : { hostKey }),
  })
  const url = `ssh://git@git.example.test:2222${there.path}`
  sshStandIn('ssh-ed25519 AAAAfirst')
  const first = await remote(url, options()).fetch(['main'])
  expect(first).toMatchObject({ ok: true, hostKey: 'ssh-ed25519 AAAAfirst' })
  expect(await repository.tip('refs/remotes/origin/main')).toBe(tip)
  const args = readFileSync(join(folder.path, 'ssh-args'), 'utf8')
  expect(args).toContain('HostName=127.0.0.1')
  expect(args).toContain('HostKeyAlias=atelier-remote')
  expect(args).toContain('git@git.example.test')
  expect(args).not.toContain('PRIVATE')
  expect(readFileSync(join(folder.path, 'key-mode'), 'utf8').trim()).toBe('-rw-------')
  expect(readFileSync(join(folder.path, 'key-seen'), 'utf8')).toBe('PRIVATE KEY OF A TEST\n')
  expect(readdirSync(join(folder.path, 'content')).filter((name) => name.startsWith('.ssh-'))).toEqual([])
  expect(await remote(url, options('ssh-ed25519 AAAAfirst')).list()).toMatchObject({ ok: true })
  sshStandIn('ssh-ed25519 AAAAother')
  expect(await remote(url, options('ssh-ed25519 AAAAfirst')).list()).toMatchObject({ ok: false, code: 'host_key' })
  expect(await remote(url).list()).toMatchObject({ ok: false, code: 'unauthorized' })
})

it('the machine’s own ssh takes every setting that it is given', async () => {
  const key = 'not a key'
  const outcome = await remote('ssh://git@127.0.0.1:2/a.git'.replace(':2/', ':2222/'), {
    secret: { kind: 'key', privateKey: key },
    policy: createRemotePolicy(true, async () => []),
    timeoutMs: 10_000,
  }).list()
  // Nobody listens there, which it only finds out when it has read its settings.
  expect(outcome).toMatchObject({ ok: false, code: 'unreachable' })
  expect(statSync(join(folder.path, 'content')).isDirectory()).toBe(true)
})
