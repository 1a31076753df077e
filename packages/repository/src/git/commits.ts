import type { Git } from './git.ts'
import { isObjectName } from './names.ts'

/** The trailers that Atelier writes, in their order. */
export const trailerNames = ['Atelier-Seq', 'Atelier-Run', 'Atelier-Change'] as const
export type TrailerName = (typeof trailerNames)[number]
export type Trailers = Readonly<Partial<Record<TrailerName, string>>>

/** The author of a commit. */
export interface Person {
  name: string
  userId: string
}

/** The person that commits are made by on behalf of their authors. */
export const committer: Person = { name: 'Atelier', userId: 'atelier' }

/** A commit as it is read. */
export interface SeenCommit {
  oid: string
  tree: string
  parents: string[]
  author: { name: string; email: string }
  /** Epoch milliseconds. */
  at: number
  subject: string
  trailers: Trailers
}

/**
 * Characters that git refuses or reads differently in names and subjects: control characters, and in names angle
 * brackets.
 */
const oneLine = (text: string): string =>
  Array.from(text.toWellFormed(), (each) =>
    each < ' ' || (each >= '\u007f' && each < '\u00a0') || each === '\u2028' || each === '\u2029' ? ' ' : each,
  )
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim()

/** A person as git writes them: `Ada Lovelace <u_1@users.invalid>`. No address of theirs is in it. */
export function personLine({ name, userId }: Person): string {
  const shown = oneLine(name.slice(0, 400).replace(/[<>]/g, ' ')).slice(0, 100).trim() || 'Unknown'
  const id = userId.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 100) || 'unknown'
  return `${shown} <${id}@users.invalid>`
}

/**
 * The message of a commit: a subject in one line, and trailers behind an empty one.
 *
 * @param coAuthors persons whose edits are in the commit beside the author's
 */
export function commitMessage(subject: string, trailers: Trailers, coAuthors: readonly Person[] = []): string {
  const title = oneLine(subject.slice(0, 1000)).slice(0, 200).trim() || 'Edit content'
  const ours = trailerNames.flatMap((name) => {
    const value = trailers[name] === undefined ? '' : oneLine(trailers[name]).slice(0, 500)
    return value ? [`${name}: ${value}`] : []
  })
  const theirs = coAuthors.map((person) => `Co-authored-by: ${personLine(person)}`)
  return [title, '', ...ours, ...theirs, ''].join('\n')
}

const FORMAT = [
  '%H',
  '%T',
  '%P',
  '%an',
  '%ae',
  '%at',
  '%s',
  ...trailerNames.map((name) => `%(trailers:key=${name},valueonly,separator=%x20)`),
].join('%x00')

/** Reads one commit; throws if there is no such commit. */
export async function readCommit(git: Git, repository: string, oid: string): Promise<SeenCommit> {
  if (!isObjectName(oid)) throw new Error(`"${oid}" is no name of an object`)
  const args = ['log', '-1', '--no-show-signature', '--no-mailmap', `--format=${FORMAT}`, '--end-of-options', oid]
  const outcome = await git.run(args, { repository })
  if (!outcome.ok) throw new Error(`The commit ${oid} could not be read: ${outcome.said || outcome.code}`)
  const [name = '', tree = '', parents = '', author = '', email = '', at = '', subject = '', ...values] = outcome.output
    .toString('utf8')
    .replace(/\n$/, '')
    .split('\0')
  const trailers: Partial<Record<TrailerName, string>> = {}
  for (const [index, trailer] of trailerNames.entries()) {
    const value = values[index]?.trim()
    if (value) trailers[trailer] = value
  }
  return {
    oid: name,
    tree,
    parents: parents.split(' ').filter((each) => each !== ''),
    author: { name: author, email },
    at: Number(at) * 1000,
    subject,
    trailers,
  }
}
