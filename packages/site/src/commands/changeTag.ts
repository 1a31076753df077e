import type { OperationCommand } from '@atelier/operation'
import type { SiteEditorState } from './state.ts'

/** Tags of one kind: an element is changed among those of its own. */
const kinds = [
  ['h1', 'h2', 'h3', 'h4', 'p', 'blockquote'],
  ['div', 'section', 'article', 'header', 'footer', 'main', 'nav', 'aside'],
  ['ul', 'ol'],
  ['a', 'button'],
] as const
type Tag = (typeof kinds)[number][number]

const change = (tag: Tag, kind: readonly string[]) =>
  ({
    name: `node.tag.${tag}`,
    operation: 'site.updateNodeProps',
    label: `Change to ${tag}`,
    icon: 'code-xml',
    group: 'tag',
    each: 'forward',
    input({ selected }: SiteEditorState) {
      const isOfKind = selected?.tag !== undefined && selected.tag !== tag && kind.includes(selected.tag)
      return isOfKind && !selected.isRoot ? { nodeId: selected.nodeId, patch: { tag } } : undefined
    },
    focus: (_changed: unknown, { selected }: SiteEditorState) => ({ nodeId: selected?.nodeId }),
  }) as const satisfies OperationCommand<SiteEditorState>

export const changeTagCommands = kinds.flatMap((kind) => kind.map((tag) => change(tag, kind)))
