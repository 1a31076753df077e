import { codeAssets } from '../code/assets.ts'
import { nodeAttribute, type PageNode, type PageTree } from '../document/tree.ts'
import { isFilledIn, type PageCheck, tagOf } from './facts.ts'

/** Forms that post to an address of the site which takes none: a published page answers 405. */
export const checkForms: PageCheck = function* ({ site, page, elements }, add) {
  let scripted: boolean | undefined
  for (const node of elements) {
    yield
    const form = node.tag === 'form' ? node : submittedBy(page, node)
    if (!form || !postsNowhere(form, node)) continue
    // A script may send it elsewhere, which only running it tells.
    scripted ??= codeAssets(site).some(({ type }) => type === 'script')
    add({
      code: 'unanswered-form',
      severity: scripted ? 'warning' : 'error',
      message: 'A form is sent to a page, which takes nothing: whoever sends it sees an error, and the words are lost.',
      hint: 'Insert a form of the content in its place, whose submissions are kept, or give it the address of a service.',
      nodeId: node.id,
      excerpt: tagOf(node, node === form ? 'action' : 'formaction'),
    })
  }
}

/** The form that a button sends in a way of its own; undefined for every other element. */
function submittedBy(page: PageTree, node: PageNode): PageNode | undefined {
  const isOwn = ['formaction', 'formmethod'].some((name) => nodeAttribute(node, name) !== undefined)
  if (!isOwn || (node.tag !== 'button' && node.tag !== 'input')) return undefined
  for (let at = page.node(node.parent); at; at = page.node(at.parent)) if (at.tag === 'form') return at
  return undefined
}

function postsNowhere(form: PageNode, sender: PageNode): boolean {
  const value = (name: string) =>
    ((sender === form ? undefined : nodeAttribute(sender, `form${name}`)) ?? nodeAttribute(form, name) ?? '').trim()
  const action = value('action')
  if (value('method').toLowerCase() !== 'post' || isFilledIn(action)) return false
  return !/^(?:[a-z][a-z\d+.-]*:|[\\/]{2}|\/?_forms\/[^/?#])/i.test(action)
}
