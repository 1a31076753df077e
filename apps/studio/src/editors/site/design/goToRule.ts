import { patchStore } from '../../../documents/store.ts'
import type { Shell } from '../../../shell/layout/context.ts'
import { showProperties } from '../../../shell/layout/state.ts'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'
import { elementsOfStyle, pageOfStyle, stateOfStyle } from './styleList.ts'

/**
 * Makes a rule the target of the style panel, on the first element that it is about: of the open page, else of another
 * one. A rule that is about no element is shown in the list of styles.
 */
export async function goToRule(session: EditorSession, shell: Shell, ruleId: string, selector: string): Promise<void> {
  const result = await session.attempt(operations.listStyles, { query: selector.slice(0, 500), limit: 5000 })
  const style = result.ok ? result.data?.styles.find((each) => each.ruleId === ruleId) : undefined
  const open = session.state.get().documentId
  const documentId = style && pageOfStyle(style, open)
  const page = documentId === undefined ? undefined : await session.load(documentId)
  const tree = page?.model.tree()
  const [nodeId] = style && tree ? elementsOfStyle(tree, style) : []
  if (documentId === undefined || nodeId === undefined || !tree || !style) {
    patchStore(session.state, { leftTab: 'design', styleSearch: selector })
    return
  }
  if (documentId !== open) session.openPage(documentId)
  session.select(nodeId)
  const state = stateOfStyle(tree, style, nodeId)
  const wish = { ruleId, ...(state === '' ? {} : { state }) }
  patchStore(session.state, { propertyTab: 'style', styleTarget: { nodeId, wish } })
  showProperties(shell)
}
