import type { ChangeLine } from '@atelier/api'

/** One change, or the changed declarations of one rule side by side. */
export type ChangeGroup =
  | { kind: 'line'; line: ChangeLine }
  | { kind: 'rule'; selector: string; declarations: { property: string; line: ChangeLine }[] }

/** Groups declarations under their rule, at the position of its first one; everything else keeps its position. */
export function groupChanges(lines: readonly ChangeLine[]): ChangeGroup[] {
  const groups: ChangeGroup[] = []
  const rules = new Map<string, { property: string; line: ChangeLine }[]>()
  for (const line of lines) {
    const named = line.what === 'declaration' ? splitLabel(line.label ?? '') : undefined
    if (!named) {
      groups.push({ kind: 'line', line })
      continue
    }
    const key = `${line.target ?? ''} ${named.selector}`
    const declarations = rules.get(key) ?? []
    if (declarations.length === 0) {
      rules.set(key, declarations)
      groups.push({ kind: 'rule', selector: named.selector, declarations })
    }
    declarations.push({ property: named.property, line })
  }
  return groups
}

/** The label of a declaration is its rule's selector and its property: `.card:hover color`. */
function splitLabel(label: string): { selector: string; property: string } | undefined {
  const space = label.lastIndexOf(' ')
  return space > 0 ? { selector: label.slice(0, space), property: label.slice(space + 1) } : undefined
}
