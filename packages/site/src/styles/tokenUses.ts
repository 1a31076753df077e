import { codeAssets } from '../code/assets.ts'
import type { SiteContext } from '../context/context.ts'
import { documents } from '../document/pages.ts'
import { nodeAttributes, readTree } from '../document/tree.ts'
import { namesVariable } from '../lint/users.ts'
import { designSystem } from '../tokens/system.ts'
import { allRules } from './classes.ts'
import { everyNode } from './nodes.ts'

/** A place that uses a token. */
export interface TokenUse {
  kind: 'rule' | 'token' | 'element' | 'code'
  /** The selector, the token's name, the attribute, or the path of the code asset. */
  label: string
  /** The property that uses it. */
  property?: string
  ruleId?: string
  documentId?: string
  nodeId?: string
}

/** Where a custom property is used: in rules, in values of other tokens, on elements and in code. */
export async function tokenUses({ site, drafts }: SiteContext, name: string): Promise<TokenUse[]> {
  const isNamed = namesVariable(new Set([name]))
  const uses: TokenUse[] = []
  for (const [rule] of allRules(site)) {
    for (const { name: property, value } of rule.declarations)
      if (isNamed(value)) uses.push({ kind: 'rule', label: rule.selector, property, ruleId: rule.id })
    if (rule.kind !== 'style' && rule.kind !== 'comment' && isNamed(rule.prelude))
      uses.push({ kind: 'rule', label: rule.selector, ruleId: rule.id })
  }
  for (const { slug, lightValue, darkValue, declared } of designSystem(site).colors)
    if (isNamed(`${declared === undefined ? lightValue : ''} ${darkValue ?? ''}`))
      uses.push({ kind: 'token', label: `--${slug}` })
  for (const { id } of documents(site)) {
    const page = await drafts.open(id)
    if (!page) continue
    for (const node of everyNode(readTree(page))) {
      if (node.kind !== 'element') continue
      for (const [attribute, value] of nodeAttributes(node))
        if (isNamed(value)) uses.push({ kind: 'element', label: attribute, documentId: id, nodeId: node.id })
    }
  }
  for (const { path, content } of codeAssets(site)) if (isNamed(content)) uses.push({ kind: 'code', label: path })
  return uses
}
