/**
 * What a caller's identity is limited to beside their role; absent lists limit nothing. Held by the reader and by every
 * tool, so that no search, relation or analysis leads around it.
 */
export interface Restriction {
  models?: readonly string[]
  /** Short names of operations. */
  tools?: readonly string[]
  locales?: readonly string[]
}
