// Written by `npm run format` from the operations; `npm run check` fails if it is out of date.
import type { Operation } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import { createBatch } from './batch.ts'
import { assignClass } from './classes/assignClass.ts'
import { deleteClass } from './classes/deleteClass.ts'
import { duplicateClass } from './classes/duplicateClass.ts'
import { extractClass } from './classes/extractClass.ts'
import { mergeClasses } from './classes/mergeClasses.ts'
import { removeClass } from './classes/removeClass.ts'
import { renameClass } from './classes/renameClass.ts'
import { deleteCodeAsset } from './code/deleteCodeAsset.ts'
import { inspect_code_runtime } from './code/inspectCodeRuntime.ts'
import { list_code_assets } from './code/listCodeAssets.ts'
import { patch_code_asset } from './code/patchCodeAsset.ts'
import { read_code_asset } from './code/readCodeAsset.ts'
import { renameCodeAsset } from './code/renameCodeAsset.ts'
import { setDependency } from './code/setDependency.ts'
import { write_code_asset } from './code/writeCodeAsset.ts'
import { addComponentParam } from './components/addComponentParam.ts'
import { createComponent } from './components/createComponent.ts'
import { detachComponent } from './components/detachComponent.ts'
import { insertComponent } from './components/insertComponent.ts'
import { listComponents } from './components/listComponents.ts'
import { setComponentParams } from './components/setComponentParams.ts'
import { deleteFile } from './files/deleteFile.ts'
import { editBlock } from './files/editBlock.ts'
import { editFiles } from './files/editFiles.ts'
import { readFile } from './files/readFile.ts'
import { writeFile } from './files/writeFile.ts'
import { writeFiles } from './files/writeFiles.ts'
import { setLocked } from './locks/setLocked.ts'
import { deleteMedia } from './media/deleteMedia.ts'
import { list_media } from './media/listMedia.ts'
import { moveMediaFolder } from './media/moveMediaFolder.ts'
import { replaceMedia } from './media/replaceMedia.ts'
import { updateMedia } from './media/updateMedia.ts'
import { copyNodes } from './nodes/copyNodes.ts'
import { deleteNode } from './nodes/deleteNode.ts'
import { deleteSection } from './nodes/deleteSection.ts'
import { duplicateNode } from './nodes/duplicateNode.ts'
import { getNodeHtml } from './nodes/getNodeHtml.ts'
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
import { addEntryPages } from './pages/addEntryPages.ts'
import { addPage } from './pages/addPage.ts'
import { clearPageTemplate } from './pages/clearPageTemplate.ts'
import { deletePage } from './pages/deletePage.ts'
import { duplicatePage } from './pages/duplicatePage.ts'
import { listStaleTexts } from './pages/listStaleTexts.ts'
import { renamePage } from './pages/renamePage.ts'
import { setPageSettings } from './pages/setPageSettings.ts'
import { setPageTemplate } from './pages/setPageTemplate.ts'
import { updateTranslation } from './pages/updateTranslation.ts'
import { check_page } from './reads/checkPage.ts'
import { find } from './reads/find.ts'
import { list_documents } from './reads/listDocuments.ts'
import { list_loop_sources } from './reads/listLoopSources.ts'
import { list_modules } from './reads/listModules.ts'
import { list_post_types } from './reads/listPostTypes.ts'
import { open_document } from './reads/openDocument.ts'
import { outline } from './reads/outline.ts'
import { read_document } from './reads/readDocument.ts'
import { render_snapshot } from './reads/renderSnapshot.ts'
import { addBreakpoint } from './settings/addBreakpoint.ts'
import { list_breakpoints } from './settings/listBreakpoints.ts'
import { removeBreakpoint } from './settings/removeBreakpoint.ts'
import { setRedirects } from './settings/setRedirects.ts'
import { setSiteSettings } from './settings/setSiteSettings.ts'
import { updateBreakpoint } from './settings/updateBreakpoint.ts'
import { addDeclaration } from './styles/addDeclaration.ts'
import { addRule } from './styles/addRule.ts'
import { applyCss } from './styles/applyCss.ts'
import { getNodeStyles } from './styles/getNodeStyles.ts'
import { getStyle } from './styles/getStyle.ts'
import { listStyles } from './styles/listStyles.ts'
import { moveRule } from './styles/moveRule.ts'
import { removeCss } from './styles/removeCss.ts'
import { removeDeclaration } from './styles/removeDeclaration.ts'
import { setDeclaration } from './styles/setDeclaration.ts'
import { setStyle } from './styles/setStyle.ts'
import { switchDeclaration } from './styles/switchDeclaration.ts'
import { deleteTokens } from './tokens/deleteTokens.ts'
import { findRepeatedValues } from './tokens/findRepeatedValues.ts'
import { findTokenUses } from './tokens/findTokenUses.ts'
import { list_tokens } from './tokens/listTokens.ts'
import { makeColorRamp } from './tokens/makeColorRamp.ts'
import { promoteValue } from './tokens/promoteValue.ts'
import { removeColorRamp } from './tokens/removeColorRamp.ts'
import { renameToken } from './tokens/renameToken.ts'
import { set_color_tokens } from './tokens/setColorTokens.ts'
import { set_font_tokens } from './tokens/setFontTokens.ts'
import { set_spacing_scale } from './tokens/setSpacingScale.ts'
import { set_type_scale } from './tokens/setTypeScale.ts'
import { list_versions } from './versions/listVersions.ts'
import { publish } from './versions/publish.ts'
import { publishContent } from './versions/publishContent.ts'
import { restoreChanges } from './versions/restoreChanges.ts'
import { restoreVersion } from './versions/restoreVersion.ts'
import { saveVersion } from './versions/saveVersion.ts'
import { undoRun } from './versions/undoRun.ts'
import { fetchUrl } from './web/fetchUrl.ts'
import { searchIcons } from './web/searchIcons.ts'
import { searchImages } from './web/searchImages.ts'
import { webSearch } from './web/webSearch.ts'

/** The operations in this folder and those below, by name. */
export const operations = [
  addBreakpoint,
  addComponentParam,
  addDeclaration,
  addEntryPages,
  addPage,
  addRule,
  applyCss,
  assignClass,
  createBatch((): readonly Operation<SiteContext>[] => operations),
  check_page,
  clearPageTemplate,
  copyNodes,
  createComponent,
  deleteClass,
  deleteCodeAsset,
  deleteFile,
  deleteMedia,
  deleteNode,
  deletePage,
  deleteSection,
  deleteTokens,
  detachComponent,
  duplicateClass,
  duplicateNode,
  duplicatePage,
  editBlock,
  editFiles,
  extractClass,
  fetchUrl,
  find,
  findRepeatedValues,
  findTokenUses,
  getNodeHtml,
  getNodeStyles,
  getStyle,
  insertComponent,
  insertHtml,
  insertLayout,
  inspect_code_runtime,
  list_breakpoints,
  list_code_assets,
  list_documents,
  list_loop_sources,
  list_media,
  list_modules,
  list_post_types,
  list_tokens,
  list_versions,
  listComponents,
  listStaleTexts,
  listStyles,
  makeColorRamp,
  mergeClasses,
  moveMediaFolder,
  moveNode,
  moveRule,
  open_document,
  outline,
  pasteContent,
  patch_code_asset,
  promoteValue,
  publish,
  publishContent,
  read_code_asset,
  read_document,
  readFile,
  removeBreakpoint,
  removeClass,
  removeColorRamp,
  removeCss,
  removeDeclaration,
  renameClass,
  renameCodeAsset,
  renameNode,
  renamePage,
  renameToken,
  render_snapshot,
  replaceMedia,
  replaceNodeHtml,
  restoreChanges,
  restoreVersion,
  saveSection,
  saveVersion,
  searchIcons,
  searchImages,
  set_color_tokens,
  set_font_tokens,
  set_spacing_scale,
  set_type_scale,
  setComponentParams,
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
  undoRun,
  unwrapNode,
  updateBreakpoint,
  updateMedia,
  updateNodeProps,
  updateTranslation,
  webSearch,
  wrapInLayout,
  wrapNodes,
  write_code_asset,
  writeFile,
  writeFiles,
] as const
