import { nodeAttribute, type PageNode, type PageTree } from '@atelier/site'

/** A form of the content as a form on a page is compared with it. */
interface ExposedForm {
  honeypot: string
  fields: readonly { name: string; html: string }[]
}

/** How a form on a page differs from the one of its model. */
export interface FormDrift {
  /** Fields that it has no input for, with the HTML of each as it fits the page. */
  missing: { name: string; html: string }[]
  /** Parents of inputs without a field, each by its topmost element. */
  extra: { name: string; nodeId: string }[]
  /** Where missing fields go. */
  place: { parentId: string; index: number }
}

/** The id of the model that a form of a page is bound to; undefined if it is none, or is sent elsewhere. */
export function boundModel(node: PageNode): string | undefined {
  if (node.kind !== 'element' || node.tag !== 'form') return undefined
  return /^\/_forms\/([^/?#]+)$/.exec(nodeAttribute(node, 'action') ?? '')?.[1]
}

export function formDrift(tree: PageTree, form: PageNode, { honeypot, fields }: ExposedForm): FormDrift {
  const inputs = inputsIn(tree, form)
  const known = new Set(fields.map(({ name }) => name))
  const present = new Set(inputs.map(({ name }) => name))
  const extra = new Map<string, string>()
  for (const { name, node } of inputs)
    if (!known.has(name) && name !== honeypot) extra.set(wrapperOf(tree, form, node, name).id, name)
  const last = inputs.findLast(({ name }) => known.has(name))
  const wrapper = last && wrapperOf(tree, form, last.node, last.name)
  const siblings = wrapper && tree.children(wrapper.parent).filter(({ kind }) => kind !== 'comment')
  // As the fields beside it, whatever the site calls that.
  const ownClass = wrapper && nodeAttribute(wrapper, 'class')
  return {
    missing: fields
      .filter(({ name }) => !present.has(name))
      .map(({ name, html }) => ({
        name,
        html: wrapper ? html.replace(' class="field"', ownClass ? ` class="${ownClass}"` : '') : html,
      })),
    extra: [...extra].map(([nodeId, name]) => ({ name, nodeId })),
    place: wrapper
      ? { parentId: wrapper.parent, index: (siblings ?? []).indexOf(wrapper) + 1 }
      : { parentId: form.id, index: 0 },
  }
}

interface Input {
  name: string
  node: PageNode
}

function inputsIn(tree: PageTree, node: PageNode): Input[] {
  const own = node.kind === 'element' && controls.has(node.tag) ? nodeAttribute(node, 'name') : undefined
  const inner = tree.children(node.id).flatMap((each) => inputsIn(tree, each))
  return own ? [{ name: own, node }, ...inner] : inner
}

const controls: ReadonlySet<string> = new Set(['input', 'select', 'textarea'])

/** The topmost element within a form that holds only inputs of this name, such as its label. */
function wrapperOf(tree: PageTree, form: PageNode, node: PageNode, name: string): PageNode {
  let found = node
  for (let parent = tree.node(node.parent); parent && parent.id !== form.id; parent = tree.node(parent.parent)) {
    if (inputsIn(tree, parent).some((each) => each.name !== name)) break
    found = parent
  }
  return found
}
