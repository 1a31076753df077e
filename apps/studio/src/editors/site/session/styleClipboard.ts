import { type LonghandStyle, readStyle } from '@atelier/site'
import { readDeclarations, withoutImportance } from '../model/declarationText.ts'
import { activeWidth } from './frames.ts'
import { operations } from './handles.ts'
import type { EditorSession } from './session.ts'

/** The declarations of the target's rule as text, each once. */
export function declaredText(longhands: Iterable<LonghandStyle>): string {
  const here = [...longhands].filter(({ status }) => status === 'here').map(({ source }) => source)
  const lines = new Map(here.map((each) => [each.declarationId ?? each.property, each]))
  return [...lines.values()]
    .map(({ property, value, important }) => `${property}: ${value}${important ? ' !important' : ''};`)
    .join('\n')
}

/** The declarations of a text as they are pasted: none of them is important. */
export const pastedDeclarations = (text: string): Record<string, string> =>
  Object.fromEntries([...readDeclarations(text)].map(([name, value]) => [name, withoutImportance(value)]))

/** The selected elements, and where a style of the last one is written. */
function styled(session: EditorSession) {
  const page = session.page.get()
  const site = session.site.get()
  const { selected, selection, styleTarget } = session.state.get()
  if (!page || !site || selected === undefined) return undefined
  const tree = page.model.tree()
  const width = activeWidth(session.state.get(), site)
  const aim = {
    ...(styleTarget?.nodeId === selected ? styleTarget.wish : {}),
    ...(width === undefined ? {} : { width }),
  }
  const nodeIds = [...new Set([selected, ...selection])].filter((id) => tree.node(id)?.kind === 'element')
  return { view: site.local.view, tree, pageId: page.id, selected, nodeIds, aim }
}

/** Copies the styles that the selected element's own rule sets, as the style panel shows them. */
export async function copyStyles(session: EditorSession): Promise<void> {
  const at = styled(session)
  const found = at && readStyle(at.view, at.tree, at.selected, at.aim, at.pageId).found
  if (found) await navigator.clipboard.writeText(declaredText(found.longhands))
}

/** Sets the declarations of the clipboard for the selected elements. */
export async function pasteStyles(session: EditorSession): Promise<void> {
  const at = styled(session)
  const declarations = pastedDeclarations(await navigator.clipboard.readText())
  if (!at || at.nodeIds.length === 0 || Object.keys(declarations).length === 0) return
  await session.run(operations.setStyle, { nodeIds: at.nodeIds, ...at.aim, declarations })
}
