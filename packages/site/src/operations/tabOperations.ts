import type { Operation } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import { createBatch } from './batch.ts'
import { deleteCodeAsset } from './code/deleteCodeAsset.ts'
import { renameCodeAsset } from './code/renameCodeAsset.ts'
import { setDependency } from './code/setDependency.ts'
import { write_code_asset } from './code/writeCodeAsset.ts'
import { addComponentParam } from './components/addComponentParam.ts'
import { detachComponent } from './components/detachComponent.ts'
import { insertComponent } from './components/insertComponent.ts'
import { deleteMedia } from './media/deleteMedia.ts'
import { moveMediaFolder } from './media/moveMediaFolder.ts'
import { replaceMedia } from './media/replaceMedia.ts'
import { updateMedia } from './media/updateMedia.ts'
import { copyNodes } from './nodes/copyNodes.ts'
import { deleteNode } from './nodes/deleteNode.ts'
import { deleteSection } from './nodes/deleteSection.ts'
import { duplicateNode } from './nodes/duplicateNode.ts'
import { insertHtml } from './nodes/insertHtml.ts'
import { insertLayout } from './nodes/insertLayout.ts'
import { moveNode } from './nodes/moveNode.ts'
import { pasteContent } from './nodes/pasteContent.ts'
import { renameNode } from './nodes/renameNode.ts'
import { replaceNodeHtml } from './nodes/replaceNodeHtml.ts'
import { saveSection } from './nodes/saveSection.ts'
import { setHidden } from './nodes/setHidden.ts'
import { setRichText } from './nodes/setRichText.ts'
import { setTexts } from './nodes/setTexts.ts'
import { unwrapNode } from './nodes/unwrapNode.ts'
import { updateNodeProps } from './nodes/updateNodeProps.ts'
import { wrapInLayout } from './nodes/wrapInLayout.ts'
import { wrapNodes } from './nodes/wrapNodes.ts'
import { clearPageTemplate } from './pages/clearPageTemplate.ts'
import { renamePage } from './pages/renamePage.ts'
import { setPageSettings } from './pages/setPageSettings.ts'
import { setPageTemplate } from './pages/setPageTemplate.ts'
import { render_snapshot } from './reads/renderSnapshot.ts'
import { setRedirects } from './settings/setRedirects.ts'
import { setSiteSettings } from './settings/setSiteSettings.ts'
import { addDeclaration } from './styles/addDeclaration.ts'
import { addRule } from './styles/addRule.ts'
import { removeCss } from './styles/removeCss.ts'
import { removeDeclaration } from './styles/removeDeclaration.ts'
import { setDeclaration } from './styles/setDeclaration.ts'
import { setStyle } from './styles/setStyle.ts'
import { switchDeclaration } from './styles/switchDeclaration.ts'
import { deleteTokens } from './tokens/deleteTokens.ts'
import { set_color_tokens } from './tokens/setColorTokens.ts'
import { set_spacing_scale } from './tokens/setSpacingScale.ts'
import { set_type_scale } from './tokens/setTypeScale.ts'
import { sayingWhere } from './where.ts'

const all = [
  insertHtml,
  insertLayout,
  copyNodes,
  saveSection,
  deleteSection,
  pasteContent,
  replaceNodeHtml,
  updateNodeProps,
  setTexts,
  setRichText,
  moveNode,
  duplicateNode,
  wrapNodes,
  wrapInLayout,
  unwrapNode,
  renameNode,
  setHidden,
  deleteNode,
  setStyle,
  addRule,
  addDeclaration,
  setDeclaration,
  switchDeclaration,
  removeDeclaration,
  removeCss,
  set_color_tokens,
  set_type_scale,
  set_spacing_scale,
  deleteTokens,
  renamePage,
  setPageTemplate,
  clearPageTemplate,
  insertComponent,
  addComponentParam,
  detachComponent,
  setPageSettings,
  setSiteSettings,
  setRedirects,
  write_code_asset,
  renameCodeAsset,
  deleteCodeAsset,
  setDependency,
  updateMedia,
  moveMediaFolder,
  replaceMedia,
  deleteMedia,
  createBatch((): readonly Operation<SiteContext>[] => all),
  render_snapshot,
] as const

/** The operations that a tab carries out on its own documents, with the types that they were defined with. */
export type TabOperation = (typeof all)[number]

/**
 * The operations that a tab carries out on its own documents, for a person or for a run that needs a page on a screen.
 * A list of its own, so that a tab loads no code of what the server alone can do: make or delete documents, publish,
 * fetch.
 */
export const tabOperations: readonly Operation<SiteContext>[] = all.map(sayingWhere)
