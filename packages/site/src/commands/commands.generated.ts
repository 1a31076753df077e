// Written by `npm run format` from the operations; `npm run check` fails if it is out of date.
import { componentTitle, focusResult, idsOf, selectedNode, selectedNodes, wrappableIds } from './selection.ts'
import type { SiteEditorState } from './state.ts'
import type { CommandDefinition, OperationCommand } from '@atelier/operation'

const addPageCommands = [
  {
    name: 'page.add',
    label: 'Add a page',
    icon: 'file-plus',
    group: 'pages',
    input: (_state: SiteEditorState) => ({ title: 'New page' }),
    focus: ({ pageId }: { pageId: string }) => ({ documentId: pageId }),
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

const createComponentCommands = [
  {
    name: 'node.makeComponent',
    label: 'Make it a component',
    icon: 'component',
    group: 'component',
    order: 1,
    input(state: SiteEditorState) {
      const nodes = selectedNodes(state)
      const [first] = nodes
      const fits = nodes.every(
        ({ isRoot, isElement, componentId }) => !isRoot && isElement && componentId === undefined,
      )
      if (!first || (nodes.length === 1 && !fits) || nodes.some(({ isRoot }) => isRoot)) return undefined
      return { title: componentTitle(first.title), nodeIds: idsOf(nodes) }
    },
    focus: focusResult,
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

const deleteNodeCommands = [
  {
    name: 'node.delete',
    label: 'Delete',
    icon: 'trash-2',
    group: 'remove',
    shortcuts: ['backspace', 'delete'],
    danger: true,
    each: 'forward',
    input: selectedNode,
    focus: (_deleted: unknown, { selected }: SiteEditorState) => ({ nodeId: selected?.next }),
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

const detachComponentCommands = [
  {
    name: 'node.detach',
    label: 'Detach from the component',
    icon: 'unlink',
    group: 'component',
    order: 4,
    input: ({ selected }: SiteEditorState) =>
      selected?.componentId === undefined ? undefined : { nodeId: selected.nodeId },
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

const multiplyTo = (total: number) =>
  ({
    name: `node.multiply.${total}`,
    label: `Multiply to ${total}`,
    icon: 'copy-plus',
    group: 'multiply',
    each: 'forward',
    input(state: SiteEditorState) {
      const node = selectedNode(state)
      return node && { ...node, count: total - 1 }
    },
    focus: ({ nodeIds }: { nodeIds: string[] }) => ({ nodeId: nodeIds.at(-1) }),
  }) as const satisfies CommandDefinition<SiteEditorState>

const duplicateNodeCommands = [
  {
    name: 'node.duplicate',
    label: 'Duplicate',
    icon: 'copy',
    group: 'layer',
    order: 1,
    shortcuts: ['mod+d'],
    each: 'forward',
    input: selectedNode,
    focus: focusResult,
  },
  // Rows and grids of three, four and six are what one fills by repeating their first part.
  ...[3, 4, 6].map(multiplyTo),
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

const step = (way: 'up' | 'down' | 'out' | 'in') => ({
  group: 'arrange',
  each: way === 'up' || way === 'in' ? ('forward' as const) : ('backward' as const),
  input({ selected }: SiteEditorState) {
    const target = selected?.moves[way]
    return selected && target
      ? { nodeId: selected.nodeId, newParentId: target.parentId, newIndex: target.index }
      : undefined
  },
})

const moveNodeCommands = [
  { ...step('up'), name: 'node.moveUp', label: 'Move up', icon: 'arrow-up', shortcuts: ['alt+arrowup'] },
  { ...step('down'), name: 'node.moveDown', label: 'Move down', icon: 'arrow-down', shortcuts: ['alt+arrowdown'] },
  { ...step('out'), name: 'node.moveOut', label: 'Move out', icon: 'indent-decrease', shortcuts: ['alt+arrowleft'] },
  {
    ...step('in'),
    name: 'node.moveIn',
    label: 'Move into the layer above',
    icon: 'indent-increase',
    shortcuts: ['alt+arrowright'],
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

const saveSectionCommands = [
  {
    name: 'node.saveSection',
    label: 'Save as a section',
    icon: 'bookmark-plus',
    group: 'component',
    order: 3,
    input(state: SiteEditorState) {
      const nodeIds = wrappableIds(state)
      const { selected } = state
      return nodeIds && selected?.isElement ? { title: componentTitle(selected.title), nodeIds } : undefined
    },
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

function hiding(state: SiteEditorState, hidden: boolean) {
  const nodes = selectedNodes(state).filter(({ isRoot }) => !isRoot)
  if (nodes.every(({ isHidden = false }) => isHidden === hidden)) return undefined
  return { nodeIds: idsOf(nodes), hidden }
}

const setHiddenCommands = [
  {
    name: 'node.hide',
    label: 'Leave out of the published site',
    icon: 'eye-off',
    group: 'layer',
    order: 4,
    shortcuts: ['mod+shift+h'],
    input: (state: SiteEditorState) => hiding(state, true),
  },
  {
    name: 'node.unhide',
    label: 'Publish it again',
    icon: 'eye',
    group: 'layer',
    order: 5,
    input: (state: SiteEditorState) => hiding(state, false),
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

/** The input that locks or unlocks what is selected; for the body of a page, the page itself. */
function locking({ documentId, ...state }: SiteEditorState, locked: boolean) {
  const nodes = selectedNodes(state)
  if (nodes.every(({ isLocked = false }) => isLocked === locked)) return undefined
  const ids = nodes.map(({ nodeId, isRoot }) => (isRoot && documentId !== undefined ? documentId : nodeId))
  return { ids, locked }
}

const setLockedCommands = [
  {
    name: 'node.lockForAgent',
    label: 'Lock for the agent',
    icon: 'bot-off',
    group: 'layer',
    order: 7,
    shortcuts: ['mod+alt+k', 'mod+alt+˚'],
    input: (state: SiteEditorState) => locking(state, true),
  },
  {
    name: 'node.unlockForAgent',
    label: 'Unlock for the agent',
    icon: 'bot',
    group: 'layer',
    order: 8,
    shortcuts: ['mod+alt+shift+k'],
    input: (state: SiteEditorState) => locking(state, false),
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

const unwrapNodeCommands = [
  {
    name: 'node.ungroup',
    label: 'Ungroup',
    icon: 'ungroup',
    group: 'layer',
    order: 3,
    shortcuts: ['mod+shift+g'],
    each: 'forward',
    input({ selected }: SiteEditorState) {
      const holds =
        selected?.isElement && !selected.isRoot && selected.componentId === undefined && selected.holdsOthers
      return holds ? { nodeId: selected.nodeId } : undefined
    },
    focus: ({ nodeIds }: { nodeIds: string[] }) => ({ nodeId: nodeIds[0] }),
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

/** Tags of one kind: an element is changed among those of its own. */
const tagKinds = [
  ['h1', 'h2', 'h3', 'h4', 'p', 'blockquote'],
  ['div', 'section', 'article', 'header', 'footer', 'main', 'nav', 'aside'],
  ['ul', 'ol'],
  ['a', 'button'],
] as const

const changeTagTo = (tag: (typeof tagKinds)[number][number], kind: readonly string[]) =>
  ({
    name: `node.tag.${tag}`,
    label: `Change to ${tag}`,
    icon: 'code-xml',
    group: 'tag',
    each: 'forward',
    input({ selected }: SiteEditorState) {
      const isOfKind = selected?.tag !== undefined && selected.tag !== tag && kind.includes(selected.tag)
      return isOfKind && !selected.isRoot ? { nodeId: selected.nodeId, patch: { tag } } : undefined
    },
    focus: (_changed: unknown, { selected }: SiteEditorState) => ({ nodeId: selected?.nodeId }),
  }) as const satisfies CommandDefinition<SiteEditorState>

const updateNodePropsCommands = tagKinds.flatMap((kind) => kind.map((tag) => changeTagTo(tag, kind)))

const inLayout = (layout: 'row' | 'stack' | 'grid' | 'list') => ({
  group: 'wrap',
  input(state: SiteEditorState) {
    const nodeIds = wrappableIds(state)
    return nodeIds && { nodeIds, layout }
  },
  focus: focusResult,
})

const wrapInLayoutCommands = [
  { ...inLayout('list'), name: 'node.wrapList', label: 'Wrap in a list', icon: 'list' },
  { ...inLayout('row'), name: 'node.wrapRow', label: 'Wrap in a row', icon: 'columns-2' },
  { ...inLayout('stack'), name: 'node.wrapStack', label: 'Wrap in a stack', icon: 'rows-2' },
  { ...inLayout('grid'), name: 'node.wrapGrid', label: 'Wrap in a grid', icon: 'layout-grid' },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

const wrapNodesCommands = [
  {
    name: 'node.group',
    label: 'Group',
    icon: 'group',
    group: 'layer',
    order: 2,
    shortcuts: ['mod+g'],
    input(state: SiteEditorState) {
      const nodeIds = wrappableIds(state)
      return nodeIds && { nodeIds }
    },
    focus: focusResult,
  },
  {
    name: 'node.wrapLink',
    label: 'Wrap in a link',
    icon: 'link',
    group: 'wrap',
    order: 1,
    input(state: SiteEditorState) {
      const nodeIds = wrappableIds(state)
      return nodeIds && { nodeIds, html: '<a href="#"></a>' }
    },
    focus: focusResult,
  },
  // In a component: what is selected becomes the default content of a slot, which each instance can fill.
  {
    name: 'node.makeSlot',
    label: 'Make it a slot',
    icon: 'between-horizontal-start',
    group: 'component',
    order: 2,
    input(state: SiteEditorState) {
      const { kind, slots = [] } = state
      const nodeIds = wrappableIds(state)
      if (kind !== 'component' || !nodeIds) return undefined
      let number = 2
      while (slots.includes(`slot-${number}`)) number += 1
      // Content of an instance without a slot around it goes into the slot without a name.
      const name = slots.includes('') ? ` name="slot-${number}"` : ''
      return { nodeIds, html: `<atelier-slot${name}></atelier-slot>` }
    },
    focus: focusResult,
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

const commandsOf = (
  operation: string,
  definitions: readonly CommandDefinition<SiteEditorState>[],
): OperationCommand<SiteEditorState>[] => definitions.map((definition) => ({ ...definition, operation }))

/** The commands of all operations, without the operations. */
export const commands: readonly OperationCommand<SiteEditorState>[] = [
  ...commandsOf('site.addPage', addPageCommands),
  ...commandsOf('site.createComponent', createComponentCommands),
  ...commandsOf('site.deleteNode', deleteNodeCommands),
  ...commandsOf('site.detachComponent', detachComponentCommands),
  ...commandsOf('site.duplicateNode', duplicateNodeCommands),
  ...commandsOf('site.moveNode', moveNodeCommands),
  ...commandsOf('site.saveSection', saveSectionCommands),
  ...commandsOf('site.setHidden', setHiddenCommands),
  ...commandsOf('site.setLocked', setLockedCommands),
  ...commandsOf('site.unwrapNode', unwrapNodeCommands),
  ...commandsOf('site.updateNodeProps', updateNodePropsCommands),
  ...commandsOf('site.wrapInLayout', wrapInLayoutCommands),
  ...commandsOf('site.wrapNodes', wrapNodesCommands),
]
