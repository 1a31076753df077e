import type { Operation } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import { addComponentParam } from './addComponentParam.ts'
import { addDeclaration } from './addDeclaration.ts'
import { addRule } from './addRule.ts'
import { createBatch } from './batch.ts'
import { clearPageTemplate } from './clearPageTemplate.ts'
import { copyNodes } from './copyNodes.ts'
import { deleteCodeAsset } from './deleteCodeAsset.ts'
import { deleteMedia } from './deleteMedia.ts'
import { deleteNode } from './deleteNode.ts'
import { deleteSection } from './deleteSection.ts'
import { deleteTokens } from './deleteTokens.ts'
import { detachComponent } from './detachComponent.ts'
import { duplicateNode } from './duplicateNode.ts'
import { insertComponent } from './insertComponent.ts'
import { insertHtml } from './insertHtml.ts'
import { insertLayout } from './insertLayout.ts'
import { moveMediaFolder } from './moveMediaFolder.ts'
import { moveNode } from './moveNode.ts'
import { pasteContent } from './pasteContent.ts'
import { removeCss } from './removeCss.ts'
import { removeDeclaration } from './removeDeclaration.ts'
import { renameCodeAsset } from './renameCodeAsset.ts'
import { renameNode } from './renameNode.ts'
import { renamePage } from './renamePage.ts'
import { render_snapshot } from './render_snapshot.ts'
import { replaceMedia } from './replaceMedia.ts'
import { replaceNodeHtml } from './replaceNodeHtml.ts'
import { saveSection } from './saveSection.ts'
import { set_color_tokens } from './set_color_tokens.ts'
import { set_spacing_scale } from './set_spacing_scale.ts'
import { set_type_scale } from './set_type_scale.ts'
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
import { unwrapNode } from './unwrapNode.ts'
import { updateMedia } from './updateMedia.ts'
import { updateNodeProps } from './updateNodeProps.ts'
import { sayingWhere } from './where.ts'
import { wrapInLayout } from './wrapInLayout.ts'
import { wrapNodes } from './wrapNodes.ts'
import { write_code_asset } from './write_code_asset.ts'

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
