/** A member of a parsed answer as a string; empty where it is anything else. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A member of a parsed answer as a number; 0 where it is anything else. */
export function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
