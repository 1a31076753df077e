/** Names of objects, refs and files as git may be given them, checked before any process sees one. */

const objectName = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Whether a text is the full name of an object. */
export const isObjectName = (text: string): boolean => objectName.test(text)

/**
 * Whether a text is a full name of a ref that is read or written: under `refs/`, in plain characters, no part that
 * begins with `-` or `.` or that git refuses (git-check-ref-format).
 */
export function isRefName(text: string): boolean {
  if (text.length > 250 || !text.startsWith('refs/')) return false
  if (!/^[A-Za-z0-9._/-]+$/.test(text) || text.includes('..') || text.endsWith('.')) return false
  const parts = text.split('/')
  return parts.length > 2 && parts.every((part) => part !== '' && !/^[-.]/.test(part) && !part.endsWith('.lock'))
}

/** The ref of a branch; throws on a name that no branch may have. */
export function branchRef(name: string): string {
  const ref = `refs/heads/${name}`
  if (!isRefName(ref)) throw new Error(`"${name}" is no name of a branch`)
  return ref
}

/** Names that a file system may read as `.git` (HFS+ ignores some characters, NTFS has short names). */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
const gitFolder = /^(?:\.git|git~\d+)[ .]*(?::.*)?$/i

/**
 * The problem of a file's path in a repository; undefined when nothing is. A path is relative, has no empty part, no
 * `.` or `..`, no spelling of `.git`, no control characters and no backslash.
 */
export function pathProblem(path: string): string | undefined {
  if (path === '' || path.length > 1000) return 'A path has between 1 and 1,000 characters.'
  if (!path.isWellFormed()) return 'The path is not a text in Unicode.'
  if (path.includes('\\')) return 'A path holds no backslash.'
  for (const character of path)
    if (character < ' ' || character === '\u007f') return 'A path holds no control characters.'
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return 'A path is relative and does not climb.'
    if (gitFolder.test(part.replace(ignoredByHfs, ''))) return 'A path does not lead into a .git folder.'
  }
  return undefined
}
