import { isObjectName, isRefName } from '../git/names.ts'

export interface ListedBranches {
  /** Commits by names of branches. */
  branches: ReadonlyMap<string, string>
  /** The branch that the remote's HEAD names. */
  defaultBranch?: string
  /** Branches with names that are not read here. */
  unreadable: number
}

const HEADS = 'refs/heads/'

/** What `git ls-remote --symref` prints: one ref a line, the target of HEAD before it. */
export function listedBranches(output: string): ListedBranches {
  const branches = new Map<string, string>()
  let defaultBranch: string | undefined
  let unreadable = 0
  for (const line of output.split('\n')) {
    const [left = '', ref = ''] = line.split('\t')
    if (left.startsWith('ref: ') && ref === 'HEAD') {
      const target = left.slice('ref: '.length)
      if (target.startsWith(HEADS) && isRefName(target)) defaultBranch = target.slice(HEADS.length)
    } else if (isObjectName(left) && ref.startsWith(HEADS)) {
      if (isRefName(ref)) branches.set(ref.slice(HEADS.length), left)
      else unreadable += 1
    }
  }
  return { branches, ...(defaultBranch === undefined ? {} : { defaultBranch }), unreadable }
}

/** What `git fetch` writes to FETCH_HEAD, as commits by names of branches. */
export function fetchedTips(text: string): Map<string, string> {
  const tips = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [oid = '', , what = ''] = line.split('\t')
    const name = /^branch '([^']+)' of /.exec(what)?.[1]
    if (name !== undefined && isObjectName(oid) && isRefName(`${HEADS}${name}`)) tips.set(name, oid)
  }
  return tips
}
