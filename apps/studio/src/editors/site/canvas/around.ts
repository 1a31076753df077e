import {
  isOutlet,
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

const TEMPLATE = 'template:'

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

/** A template with the outlet that holds its content. */
export interface Around {
  id: string
  tree: PageTree
  /** The placeholder of a component or a loop of the template, and texts with their tokens filled in. */
  shown(nodeId: string): CanvasNode | undefined
}

/** The tree of a page with templates around it; those without an outlet are left out, as they are when it is published. */
export function inside(page: CanvasTree, templates: readonly Around[]): CanvasTree {
  const fitting = templates.flatMap((each) => {
    const [outlet] = outletsOf(each.tree)
    return outlet ? [{ ...each, outlet: outlet.id }] : []
  })
  const [outermost] = fitting
  if (!outermost) return page
  const byId = new Map(fitting.map((each, index) => [each.id, { ...each, next: fitting[index + 1] }]))
  const idOf = (template: string, nodeId: string) => `${TEMPLATE}${template}:${nodeId}`
  const childrenOf = ({ id, tree }: Around, nodeId: string) =>
    tree.children(nodeId).flatMap((child) => (child.hidden ? [] : [idOf(id, child.id)]))
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
      if (node && isOutlet(node) && nodeId === found.outlet) {
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
  return templates.flatMap(({ id, tree }) => [...tree.walk()].map((node) => `${TEMPLATE}${id}:${node.id}`))
}
