import {
  isComponent,
  nodeAttribute,
  nodeAttributes,
  outletsOf,
  type PageEntry,
  type PageTree,
  page as pageEntry,
  pages,
  templatesFor,
} from '@atelier/site'
import type { CanvasNode, CanvasTree } from '../model/plan.ts'
import type { OpenSite } from '../session/session.ts'
import type { TrailStep } from '../session/state.ts'

const TEMPLATE = 'template:'

/** A node of a document around the open one, as the canvas names it. */
export const idAround = (documentId: string, nodeId: string) => `${TEMPLATE}${documentId}:${nodeId}`

/** Whether an id of the canvas is that of a template around the page: it is looked at, and not edited there. */
export const isOfTemplate = (id: string) => id.startsWith(TEMPLATE)

/** The templates that are put around a page when it is published, the outermost first. */
export function templatesAround(site: OpenSite, pageId: string): PageEntry[] {
  const { view } = site.local
  const entry = pageEntry(view, pageId)
  return entry
    ? templatesFor(
        entry,
        pages(view).filter(({ kind }) => kind === 'template'),
      )
    : []
}

/** The pages that are published in a template. */
export function pagesIn(site: OpenSite, templateId: string): PageEntry[] {
  const all = pages(site.local.view)
  const templates = all.filter(({ kind }) => kind === 'template')
  return all.filter(
    (entry) => entry.kind === 'page' && templatesFor(entry, templates).some(({ id }) => id === templateId),
  )
}

/** A document around another one, and the instance of a component that represents the other one. */
export interface DocumentAround {
  id: string
  instance?: { componentId: string; nodeId?: string }
}

/** The documents around one, the outermost first: its templates, or for a component the document that one came from. */
export function documentsAround(
  site: OpenSite,
  documentId: string,
  { inTemplate, trail }: { inTemplate: boolean; trail: readonly TrailStep[] },
): DocumentAround[] {
  const step = trail.at(-1)
  if (step) {
    const { componentId, nodeId } = step
    return [{ id: step.documentId, instance: { componentId, ...(nodeId === undefined ? {} : { nodeId }) } }]
  }
  return inTemplate ? templatesAround(site, documentId).map(({ id }) => ({ id })) : []
}

/** The instance of the component that a document shows, or its first one if that is gone. */
export function instanceIn(tree: PageTree, { componentId, nodeId }: NonNullable<DocumentAround['instance']>) {
  const isOne = (id: string) => {
    const node = tree.node(id)
    return node !== undefined && isComponent(node) && nodeAttribute(node, 'ref') === componentId
  }
  if (nodeId !== undefined && isOne(nodeId)) return nodeId
  for (const { id } of tree.walk()) if (isOne(id)) return id
  return undefined
}

/** A template with the outlet that holds its content. */
export interface Around {
  id: string
  tree: PageTree
  /** The node that represents the content; without it, the outlet. */
  hole?: string
  /** The placeholder of a component or a loop of the template, and texts with their tokens filled in. */
  shown(nodeId: string): CanvasNode | undefined
}

/** The tree of a page with templates around it; those without an outlet are left out, as they are when it is published. */
export function inside(page: CanvasTree, templates: readonly Around[]): CanvasTree {
  const fitting = templates.flatMap((each) => {
    const outlet = each.hole ?? outletsOf(each.tree)[0]?.id
    return outlet === undefined ? [] : [{ ...each, outlet }]
  })
  const [outermost] = fitting
  if (!outermost) return page
  const byId = new Map(fitting.map((each, index) => [each.id, { ...each, next: fitting[index + 1] }]))
  const childrenOf = ({ id, tree }: Around, nodeId: string) =>
    tree.children(nodeId).flatMap((child) => (child.hidden ? [] : [idAround(id, child.id)]))
  const meant = (id: string) => {
    const [, template = '', nodeId = ''] = id.split(':')
    const found = byId.get(template)
    return found && { found, nodeId }
  }
  return {
    rootId: page.rootId,
    node(id) {
      if (id === page.rootId) return withClasses(page.node(id), fitting)
      if (!isOfTemplate(id)) return page.node(id)
      const { found, nodeId } = meant(id) ?? {}
      if (!found || nodeId === undefined) return undefined
      const node = found.tree.node(nodeId)
      if (node && nodeId === found.outlet) {
        return { kind: 'element', tag: node.tag, attributes: [['style', 'display:contents']] }
      }
      return found.shown(nodeId)
    },
    children(id) {
      if (id === page.rootId) return childrenOf(outermost, outermost.tree.root)
      if (!isOfTemplate(id)) return page.children(id)
      const { found, nodeId } = meant(id) ?? {}
      if (!found || nodeId === undefined) return []
      if (nodeId !== found.outlet) return found.shown(nodeId)?.html === undefined ? childrenOf(found, nodeId) : []
      return found.next ? childrenOf(found.next, found.next.tree.root) : page.children(page.rootId)
    },
  }
}

/** The body has the classes of all; what else it has is the page's. */
function withClasses(body: CanvasNode | undefined, templates: readonly Around[]): CanvasNode | undefined {
  if (!body) return undefined
  const classes = templates.flatMap(({ tree }) => {
    const root = tree.node(tree.root)
    return root ? nodeAttributes(root).flatMap(([name, value]) => (name === 'class' ? [value] : [])) : []
  })
  const own = body.attributes.find(([name]) => name === 'class')?.[1]
  const all = [...classes, ...(own === undefined ? [] : [own])].join(' ')
  const rest = body.attributes.filter(([name]) => name !== 'class')
  return { ...body, attributes: all === '' ? rest : [...rest, ['class', all]] }
}

/** Every node of the templates, as the canvas names them. */
export function nodesAround(templates: readonly Around[]): string[] {
  return templates.flatMap(({ id, tree }) => [...tree.walk()].map((node) => idAround(id, node.id)))
}
