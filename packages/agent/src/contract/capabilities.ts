/**
 * The capabilities that a person or a key needs for a chat, for calls that write, for the workspace's providers and for
 * its audit log.
 */
export const agentCapabilities = ['ai.chat', 'ai.tools.write', 'ai.providers.manage', 'ai.audit.read'] as const

declare module '@atelier/operation' {
  interface Capabilities extends Record<(typeof agentCapabilities)[number], true> {}
}
