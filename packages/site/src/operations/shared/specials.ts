import { type Envelope, fail } from '@atelier/operation'
import { componentTrees, recursionThrough } from '../../component/uses.ts'
import { composePage } from '../../compose/compose.ts'
import type { SiteContext } from '../../context/context.ts'
import type { LooseNode } from '../../document/edit.ts'
import { isComponent, isSpecial } from '../../document/special.ts'
import { type PageTree, readTree } from '../../document/tree.ts'
import { contentWarnings } from '../../html/contentModel.ts'
import { entryFieldWarnings } from '../../lint/entryFields.ts'
import { misplacedHtmlToken } from '../../lint/htmlTokens.ts'
import { outletsOf } from '../../template/resolve.ts'
import { shownContent } from './postTypes.ts'
import type { OpenPage } from './target.ts'

/** How many problems of loops, components and outlets one result names. */
const LISTED = 20
const TABLE_PARTS = /^(?:table|thead|tbody|tfoot|tr|colgroup)$/

function* everyNode(nodes: readonly LooseNode[]): Generator<LooseNode> {
  const stack = nodes.toReversed()
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node
    for (const child of (node.children ?? []).toReversed()) stack.push(child)
  }
}

/** The error if nodes would put a component into itself; otherwise undefined. */
export async function refuseRecursion(
  context: SiteContext,
  { entry }: OpenPage,
  nodes: readonly LooseNode[],
  path = '/html',
): Promise<Envelope<never> | undefined> {
  if (entry.kind !== 'component') return undefined
  const refs = [...everyNode(nodes)].flatMap((node) =>
    isComponent(node) ? (node.attrs?.find(([name]) => name === 'ref')?.[1] ?? []) : [],
  )
  if (refs.length === 0) return undefined
  const reason = recursionThrough(context.site, await componentTrees(context), entry.id, refs)
  if (reason === undefined) return undefined
  return fail('recursive_component', reason, { path, hint: 'Leave that instance out.' })
}

/** The error if a long text would be shown as HTML where none can stand; otherwise undefined. */
export function refuseHtmlTokens(nodes: readonly LooseNode[], path = '/html'): Envelope<never> | undefined {
  const reason = misplacedHtmlToken(nodes)
  return reason === undefined ? undefined : fail('html_token', reason, { path, hint: HTML_TOKEN_HINT })
}

export const HTML_TOKEN_HINT = 'Put it into an element of its own: <div>{currentEntry.body|html}</div>.'

/**
 * The warnings about sent HTML: content that the content model does not allow there, and broken references of loops,
 * components and outlets.
 * @param html as it was sent: the parser moves elements that a table cannot contain, so that only this tells
 * @param parentId the element around them
 * @param inside the new nodes, or their holders
 */
export async function htmlWarnings(
  context: SiteContext,
  { entry, page, tree: before }: OpenPage,
  nodes: readonly LooseNode[],
  html: string,
  parentId: string,
  inside: readonly string[] = [parentId],
): Promise<string[]> {
  const around: string[] = []
  for (let at = before.node(parentId); at; at = before.node(at.parent)) if (!isSpecial(at)) around.push(at.tag)
  const warnings = contentWarnings(nodes, around)
  const tree = readTree(page)
  const written = inside.flatMap((id) => [...tree.walk(id)])
  const content = await shownContent(context)
  warnings.push(...entryFieldWarnings(tree, written, content))
  if (![...everyNode(nodes)].some(isSpecial)) return warnings.slice(0, LISTED)
  const moved = /<t(?:able|head|body|foot|r)[^<>]*>\s*<((?:atelier|instatic)-\w+)/i.exec(
    html.replace(/<!--[\s\S]*?(?:-->|$)/g, ''),
  )
  if (moved || TABLE_PARTS.test(around[0] ?? '')) {
    warnings.push(
      `<${moved?.[1]?.toLowerCase() ?? 'atelier-loop'}> cannot stand straight inside a table, so the parser puts it in front: put it around the whole table, or use a list.`,
    )
  }
  const trees = new Map<string, PageTree>([...(await componentTrees(context)), [entry.id, tree]])
  const { problems } = composePage(entry, { site: context.site, tree: (id) => trees.get(id), content })
  const within = new Set(written.map(({ id }) => id))
  for (const { documentId, nodeId, message } of problems) {
    // Fields of entries were checked already, with their loops.
    if (/^\{(?:current|parent)Entry\./.test(message)) continue
    // A tab does not know which tables there are.
    if (!context.services && message.startsWith('There is no table')) continue
    if (documentId === entry.id && within.has(nodeId)) warnings.push(`${message} (node ${nodeId})`)
  }
  if (entry.kind === 'template' && outletsOf(tree).length > 1) {
    warnings.push('The template has an outlet already; the first one counts.')
  }
  return [...new Set(warnings)].slice(0, LISTED)
}
