import { countFindings, type Finding } from '@atelier/site'
import { count } from '../../../ui/words.ts'

/** Findings that visitors would notice, as text: “2 errors, 1 warning”. Notes are not counted. */
export function countsInWords({ error, warning }: { error: number; warning: number }): string {
  if (error + warning === 0) return 'nothing is wrong'
  return [error > 0 ? count(error, 'error') : '', warning > 0 ? count(warning, 'warning') : '']
    .filter((part) => part !== '')
    .join(', ')
}

/** The text on the button of the checks: a number of at most two digits and how bad it is; undefined for none. */
export function badgeOf(findings: readonly Finding[]): { text: string; worst: 'error' | 'warning' } | undefined {
  const { error, warning } = countFindings(findings)
  const total = error + warning
  if (total === 0) return undefined
  return { text: total > 99 ? '99+' : String(total), worst: error > 0 ? 'error' : 'warning' }
}

/** The findings that are listed: notes only if they are switched on. */
export function listedFindings(findings: readonly Finding[], notes: boolean): readonly Finding[] {
  return notes ? findings : findings.filter(({ severity }) => severity !== 'note')
}
