/** A member of a parsed answer as a string; empty if it is anything else. */
export function stringMember(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A member of a parsed answer as a number; 0 if it is anything else. */
export function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
