import {
  customPropertyNames,
  nodeAttribute,
  type RepeatedKind,
  repeatedValues,
  suggestName,
  tokens,
} from '@atelier/site'
import { everyElement, type TidyProposal, type TidySite } from './proposal.ts'

/** The number of places from which on a value of a kind is worth a token. Lengths mean less by themselves. */
const LEAST: Readonly<Record<RepeatedKind, number>> = { color: 3, shadow: 3, font: 3, radius: 4, type: 6, space: 8 }

/** Values that occur in many places, as tokens; one that has a token already uses that. */
export function valuesWorthTokens(read: TidySite): TidyProposal[] {
  const { site } = read
  const taken = [...tokens(site), ...customPropertyNames(site).map((name) => ({ name }))]
  return repeatedValues(site).flatMap((repeated) => {
    const { value, kind, count, token } = repeated
    if (count < LEAST[kind] || isPlain(value, kind)) return []
    // A token that has other values elsewhere on a page would change what is seen there.
    if (token !== undefined && timesDeclared(read, token) !== 1) return []
    const name = token?.slice(2) ?? suggestName(repeated, taken)
    if (token === undefined) taken.push({ name: `--${name}` })
    return [
      {
        kind: 'token' as const,
        title: `${value} stands in ${count} places and becomes the token --${name}.`,
        calls: [{ name: 'promoteValue', input: { value, name, kind } }],
      },
    ]
  })
}

/** Whether a value says all that its name could: black, a circle, the whole of something. */
function isPlain(value: string, kind: RepeatedKind): boolean {
  if (kind === 'color') return /^(?:transparent|black|white|#0{3}(?:0{3})?|#f{3}(?:f{3})?)$/i.test(value)
  const length = Number.parseFloat(value)
  return kind === 'radius' && (!/(?:px|em)$/i.test(value) || length >= 99)
}

/** How often a custom property is declared, in rules and in `style` attributes. */
function timesDeclared({ rules, pages, site }: TidySite, token: string): number {
  const inRules = rules.flatMap(([{ declarations }]) => declarations.filter(({ name }) => name === token)).length
  const inPages = pages.flatMap(({ tree }) =>
    [...everyElement(tree)].filter((node) => nodeAttribute(node, 'style')?.includes(token)),
  ).length
  const inSystem = tokens(site).some(({ name, origin }) => name === token && origin === 'system') ? 1 : 0
  return inRules + inPages + inSystem
}
