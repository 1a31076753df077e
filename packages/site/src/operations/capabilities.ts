/** The capability that a user or an API key needs to publish a site. */
export const siteCapabilities = ['project.publish'] as const

declare module '@atelier/operation' {
  interface Capabilities extends Record<(typeof siteCapabilities)[number], true> {}
}
