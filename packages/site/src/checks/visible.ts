import type { Finding } from './finding.ts'

const KINDS = {
  deadLinks: ['broken-link', 'broken-anchor', 'empty-link-target'],
  missingPictures: ['broken-image', 'missing-source'],
  unstyledPages: ['unstyled-page'],
  blanks: ['blank-text'],
} as const satisfies Record<string, readonly string[]>

/** A kind of problem that a visitor sees at once. */
export type VisibleKind = keyof typeof KINDS
export const VISIBLE_KINDS: readonly VisibleKind[] = ['deadLinks', 'missingPictures', 'unstyledPages', 'blanks']

/** The kind of a finding that a visitor sees at once; undefined for the others. */
export const visibleKind = ({ code }: Pick<Finding, 'code'>): VisibleKind | undefined =>
  VISIBLE_KINDS.find((kind) => KINDS[kind].some((each) => each === code))
