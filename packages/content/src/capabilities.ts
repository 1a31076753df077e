/**
 * The capabilities of this package's operations besides reading and writing: to decide on branches, and to change
 * models.
 */
export const contentCapabilities = ['content.review', 'content.model'] as const

declare module '@atelier/operation' {
  interface Capabilities extends Record<(typeof contentCapabilities)[number], true> {}
}
