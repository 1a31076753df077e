/** What a person or a key needs to put a site online. */
export const siteCapabilities = ['project.publish'] as const

declare module '@atelier/operation' {
  interface Capabilities extends Record<(typeof siteCapabilities)[number], true> {}
}
