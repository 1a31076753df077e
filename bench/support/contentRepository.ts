import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const REF = 'refs/heads/contentrain'
const environment = {
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@users.invalid',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@users.invalid',
}

/** A repository as its folder is on the disk, asked with the machine's git. */
export function repositoryOnDisk(path: string) {
  const git = (args: readonly string[], { input, env = {} }: { input?: Buffer; env?: object } = {}) =>
    execFileSync('git', ['-C', path, ...args], {
      env: { ...process.env, ...environment, ...env },
      maxBuffer: 256 * 1024 * 1024,
      ...(input ? { input } : {}),
    })
  const text = (...args: Parameters<typeof git>) =>
    git(...args)
      .toString('utf8')
      .trim()

  return {
    commits: () => Number(text(['rev-list', '--count', REF])),
    /** Kilobytes of all its files. */
    kilobytes: () => Math.round(sizeOf(path) / 1_000),
    pack: () => git(['gc', '--quiet', '--force', '--prune=now']),
    cloneTo: (folder: string) => git(['clone', '--quiet', '--bare', path, folder]),
    /**
     * One commit of these files as they are, by plain commands of git: the floor of each write. On a ref of its own,
     * which is left behind.
     */
    plainCommit(files: readonly string[]): number {
      const blobs = files.map((file) => ({ file, bytes: git(['cat-file', 'blob', `${REF}:${file}`]) }))
      const index = join(path, 'bench-index')
      const env = { GIT_INDEX_FILE: index }
      const from = performance.now()
      const parent = text(['rev-parse', REF])
      text(['read-tree', parent], { env })
      for (const { file, bytes } of blobs) {
        const oid = text(['hash-object', '-w', '--stdin'], { input: Buffer.concat([bytes, Buffer.from('\n')]) })
        text(['update-index', '--cacheinfo', `100644,${oid},${file}`], { env })
      }
      const tree = text(['write-tree'], { env })
      const commit = text(['commit-tree', tree, '-p', parent, '-m', 'Plain'])
      text(['update-ref', 'refs/bench/plain', commit])
      const took = Math.round(performance.now() - from)
      rmSync(index)
      return took
    },
  }
}

function sizeOf(path: string): number {
  const found = statSync(path)
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
