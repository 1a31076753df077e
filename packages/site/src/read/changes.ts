import type { View } from '@atelier/documents'
import type { SiteContext } from '../context/context.ts'
import { rulePrefix } from '../css/records.ts'
import { type Rule, walkRules } from '../css/rules.ts'
import { isTopKey, splitKey } from '../document/node.ts'
import type { PageEntry } from '../document/pages.ts'
import type { PageNode, PageTree } from '../document/tree.ts'
import { openTag, printNodes } from '../html/print.ts'
import { pageRules, ruleTexts } from './css.ts'
import { type PageInfo, type ReadPart, serialized, shortTitle } from './document.ts'
import { annotated } from './parts.ts'
import { nothingCleaned, shortenText } from './shorten.ts'

interface ChangedNode {
  uid: string
  parent: string
  html: string
}

export interface Changes {
  since: string
  /** The outermost new nodes, whole. */
  added: ChangedNode[]
  /** Elements whose attributes, own text or place changed; of large ones the beginning. */
  changed: ChangedNode[]
  removed: string[]
  rulesRemoved: number
  /** The new title, if the document was renamed. */
  title?: string
}

/** A longer element shows its start tag and the number of its children instead of them. */
const SHOWN_WHOLE = 2_000

/**
 * The changes in a document since a revision (`site head.document head`): `html` is empty, `css` holds the rules
 * that were written. Refuses with a sentence if that is not known, or would be longer than `maxChars` of JSON.
 */
export async function changesSince(
  { services, siteId, site }: SiteContext,
  entry: PageEntry,
  tree: PageTree,
  since: string,
  maxChars: number,
): Promise<{ ok: true; read: ReadPart & { changes: Changes } } | { ok: false; reason: string }> {
  const heads = /^(\d{1,15})\.(\d{1,15})$/.exec(since)
  if (!heads) return { ok: false, reason: `"${since.slice(0, 60)}" is not a revision that a read returned.` }
  if (!services?.changes || siteId === undefined) return { ok: false, reason: 'No history of changes is kept here.' }
  const [inSite, inPage] = [
    await services.changes.since(siteId, Number(heads[1])),
    await services.changes.since(entry.id, Number(heads[2])),
  ]
  if (!inSite || !inPage) return { ok: false, reason: `What changed since ${since} is no longer known.` }
  const cleaned = nothingCleaned()
  const nodes = changedNodes(tree, inPage.keys)
  const { rules, removed } = changedRules(pageRules(site, entry.id, tree), site, inSite.keys)
  const css = rules.flatMap((rule) => ruleTexts(rule, maxChars, cleaned)).join('')
  const renamed = inSite.keys.includes(`page:${entry.id}/title`)
  const changes: Changes = {
    since,
    added: nodes.added.map((node) => shownChange(tree, node, true, cleaned)),
    changed: nodes.changed.map((node) => shownChange(tree, node, false, cleaned)),
    removed: nodes.removed,
    rulesRemoved: removed,
    ...(renamed ? { title: entry.title } : {}),
  }
  const pageInfo: PageInfo = {
    part: 1,
    totalParts: 1,
    nextPart: null,
    maxChars,
    totalChars: css.length,
    returnedChars: css.length,
    ranges: { html: [0, 0], css: [0, css.length] },
    serializedChars: 0,
    cleaned,
  }
  const read = { title: shortTitle(entry.title), html: '', css, pageInfo, changes }
  const length = serialized(read)
  if (length > maxChars) return { ok: false, reason: `Too much has changed since ${since} to be listed.` }
  return { ok: true, read: { ...read, pageInfo: { ...pageInfo, serializedChars: length } } }
}

function changedNodes(tree: PageTree, keys: readonly string[]) {
  const born = new Set<string>()
  const touched = new Set<string>()
  for (const key of keys) {
    if (isTopKey(key)) continue
    const [id, name] = splitKey(key)
    if (name === undefined) born.add(id)
    else touched.add(id)
  }
  const isNew = (node: PageNode | undefined) => node !== undefined && born.has(node.id)
  const added: PageNode[] = []
  const changed = new Map<string, PageNode>()
  const removed: string[] = []
  for (const id of new Set([...born, ...touched])) {
    const node = tree.node(id)
    if (!node) {
      // Nodes deleted with their parent are not listed, nor are nodes that were both added and deleted meanwhile.
      const gone = tree.anyNode(id)
      if (gone && !born.has(id) && gone.kind === 'element' && (!gone.parent || tree.node(gone.parent))) removed.push(id)
      const around = gone && gone.kind !== 'element' ? tree.node(gone.parent) : undefined
      if (around && !isNew(around)) changed.set(around.id, around)
      continue
    }
    if (inside(tree, node, born)) continue
    const element = node.kind === 'element' ? node : tree.node(node.parent)
    if (isNew(node) && node.kind === 'element') added.push(node)
    else if (element && !isNew(element)) changed.set(element.id, element)
  }
  return { added, changed: [...changed.values()], removed }
}

/** Whether an ancestor of the node is new, and is shown whole. */
function inside(tree: PageTree, node: PageNode, born: ReadonlySet<string>): boolean {
  for (let at = tree.node(node.parent); at; at = tree.node(at.parent)) if (born.has(at.id)) return true
  return false
}

function shownChange(
  tree: PageTree,
  node: PageNode,
  whole: boolean,
  cleaned: ReturnType<typeof nothingCleaned>,
): ChangedNode {
  const html = printNodes([node], {
    attributes: (each: PageNode) => annotated(each, cleaned),
    children: (each: PageNode) => tree.children(each.id),
    text: (each: PageNode) => shortenText(each.text, cleaned),
  })
  const { id: uid, parent } = node
  if (whole || html.length <= SHOWN_WHOLE) return { uid, parent, html }
  const children = tree.children(uid).filter(({ kind }) => kind === 'element').length
  const start = openTag(node.tag, node.ns, annotated(node, cleaned))
  return { uid, parent, html: `${start}<!-- ${children} elements, as they stand --></${node.tag}>` }
}

/** The top rules that hold changes, pruned to those; and the number of removed rules. */
function changedRules(all: readonly Rule[], site: View, keys: readonly string[]): { rules: Rule[]; removed: number } {
  const written = new Set(
    keys.filter((key) => key.startsWith(rulePrefix)).map((key) => key.slice(rulePrefix.length).split('/', 1)[0] ?? ''),
  )
  const there = new Set([...walkRules(all)].map(([rule]) => rule.id))
  const prune = (rules: readonly Rule[]): Rule[] =>
    rules.flatMap((rule) => {
      if (written.has(rule.id)) return [rule]
      const inner = prune(rule.rules)
      return inner.length > 0 ? [{ ...rule, declarations: [], rules: inner }] : []
    })
  const removed = [...written].filter((id) => !there.has(id) && site.get(`${rulePrefix}${id}/deleted`) === true).length
  return { rules: prune(all), removed }
}
