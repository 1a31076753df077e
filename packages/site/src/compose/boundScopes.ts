import type { PageNode } from '../document/tree.ts'
import type { Expander } from './expand.ts'
import { loopsHolding, variantsOf } from './loopVariants.ts'
import type { Scope } from './pieces.ts'

/** The scopes in which a node of the page is printed: one for each entry that its variant shows, `most` of each loop. */
export function boundScopes(expander: Pick<Expander, 'query' | 'pageScope'>, node: PageNode, most: number): Scope[] {
  const page = expander.pageScope
  let scopes: Scope[] = [{ ...page, addressed: false }]
  for (const { loop, inside } of loopsHolding(page.tree, node))
    scopes = scopes
      .flatMap((scope) => {
        const found = expander.query(loop, scope)
        const { variants } = variantsOf(scope, loop)
        const own = variants.findIndex((nodes) => nodes.includes(inside))
        if (!found || own < 0) return []
        const { shown, from, query } = found
        return shown.flatMap((entry, at): Scope[] => {
          const index = from + at + 1
          if ((index - 1) % variants.length !== own) return []
          return [{ ...scope, turns: [{ entry, source: query.source, index }, ...scope.turns] }]
        })
      })
      .slice(0, most)
  return scopes
}
