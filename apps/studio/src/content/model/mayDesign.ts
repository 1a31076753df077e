const designers: ReadonlySet<string> = new Set(['owner', 'admin'])

/** Whether a role may change models and settings. */
export const mayDesign = (role: string): boolean => designers.has(role)
