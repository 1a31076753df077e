import { type Envelope, fail } from '@atelier/operation'
import type { Attribute } from '../../document/node.ts'
import { nodeAttribute, type PageTree } from '../../document/tree.ts'
import { short } from '../../html/losses.ts'
import { type DocumentHead, type ParseContext, type ParsedHtml, type ParsedNode, parseHtml } from '../../html/parse.ts'
import { SourceWatch } from '../../lint/htmlSource.ts'
import { type Incoming, incomingHtml } from '../../lint/incoming.ts'
import { Mistakes } from '../../lint/mistakes.ts'
import { isShortened, shortenValue } from '../../read/shorten.ts'
import { tooLarge } from './target.ts'

/** The parsed HTML of a call, with its mistakes. */
export interface IncomingHtml extends ParsedHtml {
  mistakes: Mistakes
}

/**
 * Parses the HTML of a call for a position in a page. A value that a read had shortened is restored if the
 * element still has its uid; otherwise it is refused.
 */
export function parseIncoming(tree: PageTree, context: ParseContext, html: string): Incoming<IncomingHtml> {
  const large = tooLarge(html, '/html')
  if (large) return { refused: large }
  const isNode = (uid: string) => /^[0-9a-z]{10}$/.test(uid) || tree.anyNode(uid) !== undefined
  const incoming = incomingHtml(html, {
    tree,
    path: '/html',
    hint: 'Send the whole HTML, or change only what differs: updateNodeProps, insertHtml at an index, or replaceNodeHtml on an inner node. getNodeHtml returns the current HTML.',
    parse(source): Incoming<IncomingHtml> {
      const mistakes = new Mistakes()
      const watch = new SourceWatch(source, context, mistakes)
      const parsed = parseHtml(source, { context, isNode, watch: watch.attach })
      const [part] = watch.tableParts
      if (part !== undefined) return { refused: noTable(part) }
      if (parsed.misplaced !== undefined) return { refused: misplacedError(parsed.misplaced) }
      return { found: { ...parsed, mistakes } }
    },
  })
  const { found } = incoming
  if (found) found.nodes = found.nodes.map((node) => restore(tree, node, found))
  return incoming
}

function noTable(tag: string): Envelope<never> {
  const hint = 'Send it inside its <table>, or insert it into a table, a table section or a row that is there.'
  return fail('misplaced', `<${tag}> stands in no table, so HTML would drop it and keep only its text.`, {
    path: '/html',
    hint,
  })
}

/**
 * Sentences about the parts of a whole document that do not become part of the page.
 * @param head with those attributes of its body that the page's does not take
 */
export function leftOutOfDocument({ title, lang, description, bodyAttributes }: DocumentHead): string[] {
  const left = bodyAttributes.map(
    ([name, value]) => `The attribute ${name}="${short(value)}" of <body> was left out; updateNodeProps sets it.`,
  )
  if (title) left.unshift(`The title “${short(title)}” was left out; renamePage sets it.`)
  for (const [name, value] of Object.entries({ language: lang, description })) {
    if (value) left.unshift(`The ${name} “${short(value)}” was left out; setPageSettings sets it.`)
  }
  return left
}

function misplacedError(message: string): Envelope<never> {
  return fail('misplaced', message, { path: '/html', hint: 'Choose a parent that may hold it, such as its parent.' })
}

/** Whether nothing but white space (and comments around styles) is left to insert. */
export function hasNoContent(nodes: readonly ParsedNode[]): boolean {
  return nodes.every(({ kind, text }) => kind === 'comment' || (kind === 'text' && !/[^\t\n\f\r ]/.test(text ?? '')))
}

function restore(tree: PageTree, node: ParsedNode, parsed: ParsedHtml): ParsedNode {
  const restored: ParsedNode = { ...node }
  if (node.attrs?.some(([, value]) => isShortened(value))) {
    const old = node.uid === undefined ? undefined : tree.anyNode(node.uid)
    const attrs: Attribute[] = []
    for (const [name, value] of node.attrs) {
      const whole = old && nodeAttribute(old, name)
      if (!isShortened(value)) attrs.push([name, value])
      else if (whole !== undefined && shortenValue(name, whole) === value) attrs.push([name, whole])
      else {
        const why = 'the value was shortened by a read; leave the element in place or give the whole value'
        parsed.refused.push({ what: `${name}="${value.slice(0, 60)}…"`, where: node.tag ?? '', why })
      }
    }
    restored.attrs = attrs
  }
  if (node.children) restored.children = node.children.map((child) => restore(tree, child, parsed))
  return restored
}
