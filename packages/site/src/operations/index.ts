import type { Operation } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import { addBreakpoint } from './addBreakpoint.ts'
import { addComponentParam } from './addComponentParam.ts'
import { addDeclaration } from './addDeclaration.ts'
import { addEntryPages } from './addEntryPages.ts'
import { addPage } from './addPage.ts'
import { addRule } from './addRule.ts'
import { applyCss } from './applyCss.ts'
import { assignClass } from './assignClass.ts'
import { createBatch } from './batch.ts'
import { check_page } from './check_page.ts'
import { clearPageTemplate } from './clearPageTemplate.ts'
import { copyNodes } from './copyNodes.ts'
import { createComponent } from './createComponent.ts'
import { deleteClass } from './deleteClass.ts'
import { deleteCodeAsset } from './deleteCodeAsset.ts'
import { deleteFile } from './deleteFile.ts'
import { deleteMedia } from './deleteMedia.ts'
import { deleteNode } from './deleteNode.ts'
import { deletePage } from './deletePage.ts'
import { deleteSection } from './deleteSection.ts'
import { deleteTokens } from './deleteTokens.ts'
import { detachComponent } from './detachComponent.ts'
import { duplicateClass } from './duplicateClass.ts'
import { duplicateNode } from './duplicateNode.ts'
import { duplicatePage } from './duplicatePage.ts'
import { editBlock } from './editBlock.ts'
import { editFiles } from './editFiles.ts'
import { extractClass } from './extractClass.ts'
import { fetchUrl } from './fetchUrl.ts'
import { find } from './find.ts'
import { findRepeatedValues } from './findRepeatedValues.ts'
import { findTokenUses } from './findTokenUses.ts'
import { getNodeHtml } from './getNodeHtml.ts'
import { getNodeStyles } from './getNodeStyles.ts'
import { getStyle } from './getStyle.ts'
import { insertComponent } from './insertComponent.ts'
import { insertHtml } from './insertHtml.ts'
import { insertLayout } from './insertLayout.ts'
import { inspect_code_runtime } from './inspect_code_runtime.ts'
import { list_breakpoints } from './list_breakpoints.ts'
import { list_code_assets } from './list_code_assets.ts'
import { list_documents } from './list_documents.ts'
import { list_loop_sources } from './list_loop_sources.ts'
import { list_media } from './list_media.ts'
import { list_modules } from './list_modules.ts'
import { list_post_types } from './list_post_types.ts'
import { list_tokens } from './list_tokens.ts'
import { list_versions } from './list_versions.ts'
import { listComponents } from './listComponents.ts'
import { listStaleTexts } from './listStaleTexts.ts'
import { listStyles } from './listStyles.ts'
import { makeColorRamp } from './makeColorRamp.ts'
import { mergeClasses } from './mergeClasses.ts'
import { moveMediaFolder } from './moveMediaFolder.ts'
import { moveNode } from './moveNode.ts'
import { moveRule } from './moveRule.ts'
import { open_document } from './open_document.ts'
import { outline } from './outline.ts'
import { pasteContent } from './pasteContent.ts'
import { patch_code_asset } from './patch_code_asset.ts'
import { promoteValue } from './promoteValue.ts'
import { publish } from './publish.ts'
import { publishContent } from './publishContent.ts'
import { read_code_asset } from './read_code_asset.ts'
import { read_document } from './read_document.ts'
import { readFile } from './readFile.ts'
import { removeBreakpoint } from './removeBreakpoint.ts'
import { removeClass } from './removeClass.ts'
import { removeColorRamp } from './removeColorRamp.ts'
import { removeCss } from './removeCss.ts'
import { removeDeclaration } from './removeDeclaration.ts'
import { renameClass } from './renameClass.ts'
import { renameCodeAsset } from './renameCodeAsset.ts'
import { renameNode } from './renameNode.ts'
import { renamePage } from './renamePage.ts'
import { renameToken } from './renameToken.ts'
import { render_snapshot } from './render_snapshot.ts'
import { replaceMedia } from './replaceMedia.ts'
import { replaceNodeHtml } from './replaceNodeHtml.ts'
import { restoreChanges } from './restoreChanges.ts'
import { restoreVersion } from './restoreVersion.ts'
import { saveSection } from './saveSection.ts'
import { saveVersion } from './saveVersion.ts'
import { searchIcons } from './searchIcons.ts'
import { searchImages } from './searchImages.ts'
import { set_color_tokens } from './set_color_tokens.ts'
import { set_font_tokens } from './set_font_tokens.ts'
import { set_spacing_scale } from './set_spacing_scale.ts'
import { set_type_scale } from './set_type_scale.ts'
import { setComponentParams } from './setComponentParams.ts'
import { setDeclaration } from './setDeclaration.ts'
import { setDependency } from './setDependency.ts'
import { setHidden } from './setHidden.ts'
import { setPageSettings } from './setPageSettings.ts'
import { setPageTemplate } from './setPageTemplate.ts'
import { setRedirects } from './setRedirects.ts'
import { setRichText } from './setRichText.ts'
import { setSiteSettings } from './setSiteSettings.ts'
import { setStyle } from './setStyle.ts'
import { setTexts } from './setTexts.ts'
import { switchDeclaration } from './switchDeclaration.ts'
import { undoRun } from './undoRun.ts'
import { unwrapNode } from './unwrapNode.ts'
import { updateBreakpoint } from './updateBreakpoint.ts'
import { updateMedia } from './updateMedia.ts'
import { updateNodeProps } from './updateNodeProps.ts'
import { updateTranslation } from './updateTranslation.ts'
import { webSearch } from './webSearch.ts'
import { sayingWhere } from './where.ts'
import { wrapInLayout } from './wrapInLayout.ts'
import { wrapNodes } from './wrapNodes.ts'
import { write_code_asset } from './write_code_asset.ts'
import { writeFile } from './writeFile.ts'
import { writeFiles } from './writeFiles.ts'

export { type TabOperation, tabOperations } from './tabOperations.ts'
export { documentAfter } from './where.ts'

const all = [
  list_documents,
  list_modules,
  list_breakpoints,
  list_post_types,
  list_loop_sources,
  read_document,
  open_document,
  getNodeHtml,
  outline,
  find,
  check_page,
  render_snapshot,
  insertHtml,
  replaceNodeHtml,
  updateNodeProps,
  moveNode,
  duplicateNode,
  renameNode,
  setHidden,
  deleteNode,
  wrapNodes,
  wrapInLayout,
  unwrapNode,
  insertLayout,
  copyNodes,
  saveSection,
  deleteSection,
  pasteContent,
  applyCss,
  assignClass,
  removeClass,
  list_tokens,
  set_color_tokens,
  set_font_tokens,
  set_type_scale,
  set_spacing_scale,
  renameToken,
  deleteTokens,
  promoteValue,
  makeColorRamp,
  removeColorRamp,
  findRepeatedValues,
  findTokenUses,
  removeCss,
  listStyles,
  moveRule,
  renameClass,
  duplicateClass,
  mergeClasses,
  extractClass,
  deleteClass,
  getNodeStyles,
  getStyle,
  setStyle,
  addRule,
  addDeclaration,
  addEntryPages,
  setDeclaration,
  switchDeclaration,
  removeDeclaration,
  setTexts,
  setRichText,
  addPage,
  renamePage,
  duplicatePage,
  listStaleTexts,
  updateTranslation,
  setPageTemplate,
  clearPageTemplate,
  listComponents,
  createComponent,
  insertComponent,
  setComponentParams,
  addComponentParam,
  detachComponent,
  addBreakpoint,
  updateBreakpoint,
  removeBreakpoint,
  deletePage,
  setPageSettings,
  setSiteSettings,
  setRedirects,
  list_versions,
  saveVersion,
  restoreChanges,
  restoreVersion,
  publish,
  publishContent,
  list_code_assets,
  read_code_asset,
  write_code_asset,
  patch_code_asset,
  inspect_code_runtime,
  renameCodeAsset,
  deleteCodeAsset,
  setDependency,
  readFile,
  writeFiles,
  writeFile,
  editBlock,
  editFiles,
  deleteFile,
  searchIcons,
  fetchUrl,
  webSearch,
  searchImages,
  list_media,
  updateMedia,
  moveMediaFolder,
  replaceMedia,
  deleteMedia,
  createBatch((): readonly Operation<SiteContext>[] => all),
  undoRun,
] as const

/** The operations with the types that they were defined with. */
export type SiteOperation = (typeof all)[number]

/** Everything that can be done to a site, in the order in which menus show it. */
export const siteOperations: readonly Operation<SiteContext>[] = all.map(sayingWhere)
