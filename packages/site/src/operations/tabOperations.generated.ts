// Written by `npm run format` from the operations; `npm run check` fails if it is out of date.
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
import { setLocked } from './locks/setLocked.ts'
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

/** Those that a tab can run, by name. */
export const tabOperations = [
  addComponentParam,
  addDeclaration,
  addRule,
  createBatch((): readonly Operation<SiteContext>[] => tabOperations),
  clearPageTemplate,
  copyNodes,
  deleteCodeAsset,
  deleteMedia,
  deleteNode,
  deleteSection,
  deleteTokens,
  detachComponent,
  duplicateNode,
  insertComponent,
  insertHtml,
  insertLayout,
  moveMediaFolder,
  moveNode,
  pasteContent,
  removeCss,
  removeDeclaration,
  renameCodeAsset,
  renameNode,
  renamePage,
  render_snapshot,
  replaceMedia,
  replaceNodeHtml,
  saveSection,
  set_color_tokens,
  set_spacing_scale,
  set_type_scale,
  setDeclaration,
  setDependency,
  setHidden,
  setLocked,
  setPageSettings,
  setPageTemplate,
  setRedirects,
  setRichText,
  setSiteSettings,
  setStyle,
  setTexts,
  switchDeclaration,
  unwrapNode,
  updateMedia,
  updateNodeProps,
  wrapInLayout,
  wrapNodes,
  write_code_asset,
] as const
