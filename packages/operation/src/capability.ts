/** The capabilities that operations need unless they name another. */
export const documentCapabilities = ['document.read', 'document.write'] as const

/**
 * Every capability by name. A package declares its own beside the code that asks for them: as a list, and by adding
 * them to this interface (`declare module '@atelier/operation'`).
 */
export interface Capabilities extends Record<(typeof documentCapabilities)[number], true> {}

/** One thing that a person or a key may do. The server's roles are sets of these. */
export type Capability = keyof Capabilities
