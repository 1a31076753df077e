import { RepositoryError } from './bareRepository.ts'
import { noMemory, noRoom } from './git.ts'

/** The problem of a repository that git cannot read any more. */
export const DAMAGED =
  'The repository of the content is damaged, so nothing can be written to it. The content itself is complete: make the repository anew from it.'

/** Matches the messages of git about a folder that is no repository, and about objects and refs that it cannot read. */
const saidOfDamage =
  /not a git repository|corrupt|bad (?:object|tree|commit|signature|ref)|unable to (?:read|unpack|parse|find)|could not (?:read|parse|open)|cannot read|invalid (?:HEAD|object|sha1|pack)|loose object|packfile|pack has|missing (?:blob|tree|commit|object)|does not (?:match|point)|unresolved|inflate|not a valid|broken|not a directory|garbage/i

/** Something that is not a folder, or a folder that is no repository, is where the repository should be. */
const codesOfDamage = new Set(['ENOTDIR', 'ENOTEMPTY', 'EEXIST', 'EISDIR'])

/** Matches absolute paths of this server; an address such as https://example.com/a is none. */
const MACHINE_PATH = /(^|[\s'"`(=:])(?:\/(?:[^\s'"`:/]+\/)+|[A-Za-z]:\\)[^\s'"`:]*/g

/** A text without the paths of this server, which are nobody's business outside of it. */
export const withoutPaths = (text: string): string => text.replace(MACHINE_PATH, '$1…')

/** Returns a sentence about a failure at a project's repository, without the paths of this server. */
export function problemAt(error: unknown, dataDir: string): string {
  if (!(error instanceof Error)) return withoutPaths(String(error).replaceAll(dataDir, '…'))
  const said = error instanceof RepositoryError ? error.failure.said : error.message
  const isFull = noRoom.test(said) || noMemory.test(said)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isFailure = !(error instanceof RepositoryError) || error.failure.code === 'failed'
  if (!isFull && (codesOfDamage.has(code) || (isFailure && saidOfDamage.test(said)))) return DAMAGED
  return withoutPaths(error.message.replaceAll(dataDir, '…'))
}
