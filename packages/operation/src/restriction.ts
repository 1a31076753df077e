/**
 * A limit of a caller's identity besides their role; absent lists limit nothing. Tools are held where operations are
 * bound to their scope, models and locales by the scope of content in whatever reads and writes. Scopes that hold no
 * restriction refuse a caller who has one.
 */
export interface Restriction {
  models?: readonly string[]
  /** Short names of operations. */
  tools?: readonly string[]
  locales?: readonly string[]
}
