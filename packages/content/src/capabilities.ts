/** What this package's operations need beside reading and writing: to decide on branches, and to change models. */
export const contentCapabilities = ['content.review', 'content.model'] as const

declare module '@atelier/operation' {
  interface Capabilities extends Record<(typeof contentCapabilities)[number], true> {}
}
