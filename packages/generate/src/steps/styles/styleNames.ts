import { type ComplexSelector, type Item, parseCss, parseSelectors } from '@atelier/site'

/** The names that a stylesheet defines. */
export interface StyleNames {
  classes: ReadonlySet<string>
  /** Custom properties, with their two hyphens, in their order. */
  tokens: ReadonlySet<string>
  /** Attribute selectors of `class`: `[class*="icon-"]`. */
  patterns: readonly { operator: string; value: string }[]
}

/** The classes that a stylesheet has rules for, and the custom properties that it declares. */
export function styleNames(css: string): StyleNames {
  const classes = new Set<string>()
  const tokens = new Set<string>()
  const patterns: { operator: string; value: string }[] = []
  const readSelector = ({ parts }: ComplexSelector) => {
    for (const simple of parts.flatMap(({ compound }) => compound)) {
      if (simple.kind === 'class') classes.add(simple.name)
      else if (simple.kind === 'attribute' && simple.name.toLowerCase() === 'class' && simple.operator)
        patterns.push({ operator: simple.operator, value: simple.value ?? '' })
      else if (simple.kind === 'pseudo-class') simple.selectors?.forEach(readSelector)
    }
  }
  const read = (items: readonly Item[]) => {
    for (const item of items) {
      if (item.kind === 'declaration') {
        if (item.name.startsWith('--')) tokens.add(item.name)
      } else if (item.kind === 'style' || item.kind === 'at') {
        if (item.kind === 'style') parseSelectors(item.prelude)?.forEach(readSelector)
        read(item.items)
      }
    }
  }
  read(parseCss(css).items)
  return { classes, tokens, patterns }
}
