import type { Attribute, Namespace, PageNode, ParsedNode } from '@atelier/site'

/**
 * HTML that the server has cleaned, as the nodes of a page, read by the browser instead of the parser that the site has
 * of its own. Nothing in it runs or is loaded.
 * @returns undefined if the element cannot hold it
 */
export function nodesOfHtml(html: string, { tag, ns }: Pick<PageNode, 'tag' | 'ns'>): ParsedNode[] | undefined {
  if (ns !== undefined) return undefined
  const inside = parseBody(html)
  const around = parseBody(`<${tag}>${html}</${tag}>`)
  const holder = around.firstElementChild
  // A paragraph ends where a heading begins, so that it may be only partly inside.
  const holds = around.childNodes.length === 1 && holder?.localName === tag && holder.innerHTML === inside.innerHTML
  return holds ? nodesIn(inside) : undefined
}

const parseBody = (html: string) => new DOMParser().parseFromString(`<!DOCTYPE html><body>${html}`, 'text/html').body

function nodesIn(parent: ParentNode): ParsedNode[] {
  return [...parent.childNodes].flatMap((node): ParsedNode[] => {
    if (node.nodeType === Node.TEXT_NODE) return [{ kind: 'text', text: node.nodeValue ?? '' }]
    if (node.nodeType === Node.COMMENT_NODE) return [{ kind: 'comment', text: node.nodeValue ?? '' }]
    return node instanceof Element ? [elementOf(node)] : []
  })
}

function elementOf(element: Element): ParsedNode {
  const ns = namespaceOf(element)
  const inside = element instanceof HTMLTemplateElement ? element.content : element
  return {
    kind: 'element',
    tag: element.localName,
    ...(ns ? { ns } : {}),
    attrs: element.getAttributeNames().map((name): Attribute => [name, element.getAttribute(name) ?? '']),
    children: nodesIn(inside),
  }
}

function namespaceOf({ namespaceURI }: Element): Namespace | undefined {
  if (namespaceURI === 'http://www.w3.org/2000/svg') return 'svg'
  return namespaceURI === 'http://www.w3.org/1998/Math/MathML' ? 'math' : undefined
}
