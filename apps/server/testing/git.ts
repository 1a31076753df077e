import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommitToWrite, FileChange, Git } from '@atelier/repository'
import { findGit } from '../src/content/repository/findGit.ts'

/** The machine's git. Tests of repositories fail where there is none: they cannot say anything then. */
export async function testGit(): Promise<Git> {
  const found = await findGit()
  if (!found.ok) throw new Error(`These tests need git 2.37 or newer on this machine. ${found.problem}`)
  return found.git
}

/** A folder for a test; `remove` takes it away. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'atelier-git-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }) }
}

/** Runs git and returns what it printed; throws with what it said if it fails. */
export async function gitText(git: Git, repository: string, ...args: string[]): Promise<string> {
  const outcome = await git.run(args, { repository, maxOutput: 64 * 1024 * 1024 })
  if (!outcome.ok) throw new Error(`git ${args.join(' ')}: ${outcome.said || outcome.code}`)
  return outcome.output.toString('utf8').trim()
}

/** A commit to write, with what a test does not care about filled in. */
export function commitWith(
  files: readonly FileChange[],
  { ref = 'refs/heads/contentrain', ...rest }: Partial<Omit<CommitToWrite, 'files'>> = {},
): CommitToWrite {
  const author = { name: 'Ada', userId: 'u_1' }
  return { ref, author, at: 1_700_000_000_000, subject: 'Edit', trailers: {}, ...rest, files }
}

interface PlantedEntry {
  mode: string
  path: string
  content: string
}

/**
 * Plants a commit that no well-behaved tool would write: any mode, any path. `content` of a submodule is the name of
 * a commit.
 */
export async function plantCommit(
  git: Git,
  repository: string,
  ref: string,
  entries: readonly PlantedEntry[],
  parent?: string,
): Promise<string> {
  const lines: string[] = []
  for (const { mode, path, content } of entries) {
    const oid = mode === '160000' ? content : await hashObject(git, repository, 'blob', content)
    lines.push(`${mode} ${mode === '160000' ? 'commit' : mode === '040000' ? 'tree' : 'blob'} ${oid}\t${path}\0`)
  }
  const tree = await git.run(['mktree', '-z', '--missing'], { repository, input: lines.join('') })
  if (!tree.ok) throw new Error(tree.said)
  const who = 'Mallory <m@example.test> 1700000000 +0000'
  const commit = [
    `tree ${tree.output.toString('utf8').trim()}`,
    ...(parent === undefined ? [] : [`parent ${parent}`]),
    `author ${who}`,
    `committer ${who}`,
    '',
    'Planted\n',
  ].join('\n')
  const oid = await hashObject(git, repository, 'commit', commit)
  await gitText(git, repository, 'update-ref', ref, oid)
  return oid
}

async function hashObject(git: Git, repository: string, type: string, content: string): Promise<string> {
  const outcome = await git.run(['hash-object', '-w', '--literally', '-t', type, '--stdin'], {
    repository,
    input: content,
  })
  if (!outcome.ok) throw new Error(outcome.said)
  return outcome.output.toString('utf8').trim()
}
