import { digestOf } from '../entry/digest.ts'

/** The subject of a branch, as its name in the repository says. */
export const branchScopes = ['content', 'model', 'new', 'fix'] as const
export type BranchScope = (typeof branchScopes)[number]

export interface BranchName {
  scope: BranchScope
  /** The id of a model, or `init` and the like. */
  target: string
  locale?: string
  /** Seconds since the epoch. */
  at: number
  /** Four hexadecimal digits. */
  tail: string
}

const shape =
  /^cr\/(content|model|new|fix)\/([a-z0-9][a-z0-9._-]{0,63})(?:\/([A-Za-z0-9][A-Za-z0-9_-]{0,34}))?\/(\d{1,12})-([0-9a-f]{4})$/

/** `cr/<scope>/<target>[/<locale>]/<unix>-<4 hex>`. */
export function branchName({ scope, target, locale, at, tail }: BranchName): string {
  return ['cr', scope, target, ...(locale === undefined ? [] : [locale]), `${at}-${tail}`].join('/')
}

/** Undefined for what is no name of a branch that a review can hold. */
export function readBranchName(name: string): BranchName | undefined {
  const [, scope, target, locale, at, tail] = shape.exec(name) ?? []
  const known = branchScopes.find((each) => each === scope)
  if (known === undefined || target === undefined || at === undefined || tail === undefined) return undefined
  // A git ref has no component that ends so, and no two dots.
  if (target.includes('..') || target.endsWith('.') || target.endsWith('.lock')) return undefined
  return { scope: known, target, ...(locale === undefined ? {} : { locale }), at: Number(at), tail }
}

/**
 * The name of a new branch.
 * @param now milliseconds since the epoch
 * @param id any unique id, of which the name has a digest
 */
export function newBranchName(about: Pick<BranchName, 'scope' | 'target' | 'locale'>, now: number, id: string): string {
  return branchName({ ...about, at: Math.floor(now / 1000), tail: fourDigits(id) })
}

const fourDigits = (id: string): string =>
  (Number.parseInt(digestOf({ id }), 36) % 0x10000).toString(16).padStart(4, '0')
