import { FIELD_ATTRIBUTE } from '@atelier/site'
import { type CanvasNode, type CanvasTree, keepInPlace, planRender, type Touched } from '../model/plan.ts'

/** The result of one rendering, for the marks that show who touched what. */
export interface Rendered {
  /** Shown nodes that came or changed, the outermost only. */
  touched: string[]
}

export interface Renderer {
  /** Shows a tree from nothing. */
  show(tree: CanvasTree): void
  /** Changes only what the touched nodes ask for. */
  update(tree: CanvasTree, touched: Touched): Rendered
  setStyles(css: string): void
  domOf(id: string): Node | undefined
  /** The id of the nearest rendered node at or above a DOM node. */
  idOf(node: Node | null): string | undefined
  /** The id of exactly this DOM node. */
  ownId(node: Node): string | undefined
  /** The nearest element at or above a DOM node that says which field of an entry it shows, and the node to hold for it. */
  fieldOf(node: Node): { element: Element; address: string; held: string } | undefined
  /** Leaves a node and its descendants unchanged while a user types in it. */
  hold(id: string): void
  /** Shows the held node again as the tree has it. */
  release(tree: CanvasTree): void
}

const namespaces: Record<string, string> = {
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
}
const attributeNamespaces: Record<string, string> = {
  xlink: 'http://www.w3.org/1999/xlink',
  xml: 'http://www.w3.org/XML/1998/namespace',
}

/** Elements that would act on the studio rather than be shown; the importer refuses them, and the canvas does too. */
const inert = new Set(['script', 'base', 'meta', 'object', 'embed', 'portal'])
/** Attributes that act: handlers are cut by the frame's policy as well. */
const acting = /^(on.*|srcdoc|autofocus|autoplay|ping)$/i

/** Writes the live page into a frame's document, node by node. The parent of the frame calls it; no script runs inside. */
export function createRenderer(
  document: Document,
  /** The attributes as the frame is to load them. */
  shownAttributes: (attributes: CanvasNode['attributes'], tag: string) => CanvasNode['attributes'] = (attributes) =>
    attributes,
): Renderer {
  const doms = new Map<string, Node>()
  const ids = new WeakMap<Node, string>()
  const shown = new Map<string, readonly string[]>()
  const parents = new Map<string, string>()
  const written = new WeakMap<Node, string>()
  /** Elements of nodes inside HTML that is shown unchanged: those that fill the slots of an instance. */
  const inside = new Map<string, Element>()
  /** Which field of an entry elements inside HTML show. */
  const fields = new WeakMap<Node, string>()
  const style = document.createElement('style')
  document.head.append(style)
  let held: string | undefined

  const container = (dom: Node): Node =>
    dom.nodeName === 'TEMPLATE' && 'content' in dom && dom.content instanceof Object
      ? (dom as HTMLTemplateElement).content
      : dom

  function create(node: CanvasNode): Node {
    if (node.kind === 'text') return document.createTextNode(node.text ?? '')
    if (node.kind === 'comment') return document.createComment(node.text ?? '')
    const tag = node.tag ?? 'div'
    if (inert.has(tag.toLowerCase())) return document.createComment(` ${tag} is not shown here `)
    const ns = node.ns === undefined || node.ns === 'html' ? undefined : (namespaces[node.ns] ?? node.ns)
    const element = ns ? document.createElementNS(ns, tag) : createHtml(tag)
    writeAttributes(element, node.attributes)
    if (node.html !== undefined) writeHtml(element, node.html)
    return element
  }

  /** HTML that the publisher's own printer made; what acts is taken out here once more. */
  function writeHtml(element: Element, html: string) {
    if (written.get(element) === html) return
    written.set(element, html)
    for (const [id, each] of inside) if (element.contains(each) || !each.isConnected) inside.delete(id)
    const holder = document.createElement('template')
    holder.innerHTML = html
    for (const each of holder.content.querySelectorAll('*')) {
      if (inert.has(each.localName.toLowerCase())) each.remove()
      else {
        const id = each.getAttribute('uid')
        each.removeAttribute('uid')
        const field = each.getAttribute(FIELD_ATTRIBUTE)
        each.removeAttribute(FIELD_ATTRIBUTE)
        if (field !== null) fields.set(each, field)
        writeAttributes(
          each,
          each.getAttributeNames().map((name) => [name, each.getAttribute(name) ?? '']),
        )
        if (id === null) continue
        ids.set(each, id)
        // A component may show a slot twice; the first one counts.
        if (!inside.has(id)) inside.set(id, each)
      }
    }
    element.replaceChildren(holder.content)
  }

  function createHtml(tag: string): Element {
    try {
      return document.createElement(tag)
    } catch {
      // The parser accepts names that createElement does not (`<a@b>`); let the parser make it.
      const holder = document.createElement('template')
      holder.innerHTML = `<${tag}></${tag}>`
      return holder.content.firstElementChild ?? document.createElement('div')
    }
  }

  function writeAttributes(element: Element, attributes: CanvasNode['attributes']) {
    const wanted = new Map(shownAttributes(attributes, element.localName).filter(([name]) => !acting.test(name)))
    for (const name of element.getAttributeNames()) if (!wanted.has(name)) element.removeAttribute(name)
    for (const [name, value] of wanted) {
      if (element.getAttribute(name) !== value) writeAttribute(element, name, value)
    }
    // A picture or field keeps what it was given first; the live property follows the attribute.
    if (element.nodeName === 'INPUT' && wanted.has('value')) Object.assign(element, { value: wanted.get('value') })
  }

  function writeAttribute(element: Element, name: string, value: string) {
    const prefix = name.includes(':') ? attributeNamespaces[name.slice(0, name.indexOf(':'))] : undefined
    try {
      if (prefix && element.namespaceURI !== 'http://www.w3.org/1999/xhtml') element.setAttributeNS(prefix, name, value)
      else element.setAttribute(name, value)
    } catch {
      const holder = document.createElement('template')
      holder.innerHTML = `<i ${name}=""></i>`
      const attribute = holder.content.firstElementChild?.attributes[0]?.cloneNode()
      if (attribute?.nodeType !== 2) return
      attribute.nodeValue = value
      element.setAttributeNode(attribute as Attr)
    }
  }

  function ensure(id: string, tree: CanvasTree): Node | undefined {
    const existing = doms.get(id)
    if (existing) return existing
    const node = tree.node(id)
    if (!node) return undefined
    const dom = create(node)
    doms.set(id, dom)
    ids.set(dom, id)
    shown.set(id, [])
    return dom
  }

  function build(id: string, tree: CanvasTree): Node | undefined {
    const dom = ensure(id, tree)
    if (!dom) return undefined
    const children = tree.children(id)
    if (children.length > 0 && dom.nodeType === 1) {
      const fragment = document.createDocumentFragment()
      for (const child of children) {
        const childDom = build(child, tree)
        if (childDom) fragment.append(childDom)
      }
      container(dom).appendChild(fragment)
    }
    keepChildren(id, children)
    return dom
  }

  function place(parent: string, children: readonly string[], tree: CanvasTree): string[] {
    const dom = doms.get(parent)
    if (dom?.nodeType !== 1) return []
    const before = shown.get(parent) ?? []
    const kept = keepInPlace(before, children)
    const box = container(dom)
    const fresh: string[] = []
    let next: Node | null = null
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const id = children[index]
      if (id === undefined) continue
      const isNew = !doms.has(id)
      const child = isNew ? build(id, tree) : doms.get(id)
      if (!child) continue
      if (!kept.has(id) || child.parentNode !== box) {
        box.insertBefore(child, next)
        fresh.push(id)
      }
      next = child
    }
    keepChildren(parent, children)
    return fresh
  }

  function forget(id: string) {
    const dom = doms.get(id)
    dom?.parentNode?.removeChild(dom)
    doms.delete(id)
    shown.delete(id)
    parents.delete(id)
  }

  function keepChildren(id: string, children: readonly string[]) {
    shown.set(id, children)
    for (const child of children) parents.set(child, id)
  }

  function rewrite(id: string, tree: CanvasTree) {
    const dom = doms.get(id)
    const node = tree.node(id)
    if (!dom || !node) return
    if (dom.nodeType === 3 || dom.nodeType === 8) {
      if (node.kind !== 'element' && dom.nodeValue !== (node.text ?? '')) dom.nodeValue = node.text ?? ''
      return
    }
    if (!('tagName' in dom)) return
    const element = dom as Element
    const tag = node.tag ?? 'div'
    if (id !== tree.rootId && element.localName !== tag && element.localName !== tag.toLowerCase()) {
      const replacement = create(node)
      while (element.firstChild && replacement.nodeType === 1) replacement.appendChild(element.firstChild)
      element.replaceWith(replacement)
      doms.set(id, replacement)
      ids.set(replacement, id)
      return
    }
    writeAttributes(element, node.attributes)
    if (node.html !== undefined) writeHtml(element, node.html)
    else if (written.delete(element)) {
      // A piece shown as one HTML text is shown node by node again.
      const box = container(element)
      box.textContent = ''
      for (const child of shown.get(id) ?? []) box.appendChild(doms.get(child) ?? document.createTextNode(''))
    }
  }

  const inHeld = (id: string): boolean => {
    if (held === undefined) return false
    const dom = doms.get(id)
    const holder = doms.get(held)
    return id === held || (dom !== undefined && holder?.contains(dom) === true)
  }

  const idOf = (node: Node | null): string | undefined => {
    for (let at = node; at; at = at.parentNode) {
      const id = ids.get(at)
      if (id !== undefined) return id
    }
    return undefined
  }

  /** The rendered node whose HTML a DOM node is in. */
  function holderOf(node: Node): string | undefined {
    for (let at: Node | null = node; at; at = at.parentNode) {
      const id = ids.get(at)
      if (id !== undefined && doms.get(id) === at) return id
    }
    return undefined
  }

  function showRoot(tree: CanvasTree) {
    doms.clear()
    inside.clear()
    shown.clear()
    parents.clear()
    document.body.replaceChildren()
    const root = tree.node(tree.rootId)
    writeAttributes(document.body, root?.attributes ?? [])
    doms.set(tree.rootId, document.body)
    ids.set(document.body, tree.rootId)
    build(tree.rootId, tree)
  }

  return {
    show: showRoot,
    update(tree, touched) {
      if (!doms.has(tree.rootId)) {
        showRoot(tree)
        return { touched: [] }
      }
      const plan = planRender({ children: shown, parents }, tree, touched)
      const marks = new Set<string>()
      for (const { parent, children } of plan.steps) {
        if (inHeld(parent)) continue
        for (const id of place(parent, children, tree)) marks.add(id)
      }
      for (const id of plan.gone) forget(id)
      for (const id of plan.fields) {
        if (inHeld(id)) continue
        rewrite(id, tree)
        marks.add(id)
      }
      return { touched: outermost(marks, doms, idOf) }
    },
    setStyles(css) {
      if (style.textContent !== css) style.textContent = css
    },
    domOf: (id) => doms.get(id) ?? inside.get(id),
    idOf,
    ownId: (node) => ids.get(node),
    fieldOf(node) {
      for (let at: Node | null = node; at; at = at.parentNode) {
        const address = fields.get(at)
        const holder = address === undefined ? undefined : holderOf(at)
        if (address !== undefined && holder !== undefined) return { element: at as Element, address, held: holder }
        if (doms.get(ids.get(at) ?? '') === at) return undefined
      }
      return undefined
    },
    hold(id) {
      held = id
    },
    release(tree) {
      const id = held
      held = undefined
      const dom = id === undefined ? undefined : doms.get(id)
      if (id === undefined || !dom || !tree.node(id)) return
      for (const [child, childDom] of [...doms]) {
        if (child !== id && (dom.contains(childDom) || !childDom.isConnected)) {
          doms.delete(child)
          shown.delete(child)
        }
      }
      container(dom).textContent = ''
      written.delete(dom)
      shown.set(id, [])
      rewrite(id, tree)
      build(id, tree)
    },
  }
}

/** Only the outer one of nested marks is needed; a text node is marked by its element. */
function outermost(
  marks: ReadonlySet<string>,
  doms: ReadonlyMap<string, Node>,
  idOf: (node: Node | null) => string | undefined,
) {
  const result = new Set<string>()
  for (const id of marks) {
    let dom = doms.get(id)
    let top: string | undefined = id
    if (dom && dom.nodeType !== 1) top = idOf(dom.parentNode)
    for (dom = dom?.parentNode ?? undefined; dom; dom = dom.parentNode ?? undefined) {
      const above = idOf(dom)
      if (above !== undefined && marks.has(above)) top = above
    }
    if (top !== undefined) result.add(top)
  }
  return [...result]
}
