export * from './checks/index.ts'
export * from './clipboard/index.ts'
export * from './code/index.ts'
export * from './commands/index.ts'
export { type ComponentParam, componentParams, PARAM_TYPES, type ParamType } from './component/params.ts'
export { slotNames } from './component/slots.ts'
export { type BoundField, boundField, showableFields } from './compose/boundField.ts'
export * from './compose/compose.ts'
export { sourcesOf } from './compose/composition.ts'
export { FIELD_ATTRIBUTE, fieldAt } from './compose/fieldAddress.ts'
export {
  entryTurn,
  fillLoop,
  loopModel,
  loopRows,
  loopsAround,
  loopTurns,
  type RowsRequest,
} from './compose/loopRows.ts'
export { numberedUrl } from './compose/pagination.ts'
export type { FieldOrigin, ShownEntry, Turn } from './compose/pieces.ts'
export { readSlotMark, SLOT_END } from './compose/slotMarks.ts'
export type {
  ContentEntry,
  ContentField,
  ContentKind,
  ContentLocale,
  ContentLocales,
  ContentModel,
  ContentSource,
  ContentView,
} from './context/content.ts'
export * from './context/context.ts'
export { PartRequest, type PartSource, PublishedPart } from './context/parts.ts'
export * from './context/services.ts'
export * from './context/surface.ts'
export * from './css/index.ts'
export * from './diff/parts.ts'
export * from './diff/restore.ts'
export { siteUndoMerge } from './diff/undoMerge.ts'
export * from './document/edit.ts'
export { instanceAround } from './document/instances.ts'
export { allLocks, isLocked, lockedNodes } from './document/locks.ts'
export {
  type Attribute,
  birthValue,
  field,
  type Namespace,
  type NodeBirth,
  type NodeKind,
  type Place,
  ROOT_KEY,
  readPlace,
  splitKey,
} from './document/node.ts'
export { createNodeIds } from './document/nodeId.ts'
export * from './document/pages.ts'
export { isSafePath, pageAddress, pagePath } from './document/paths.ts'
export type { KnownNode } from './document/replace.ts'
export { type SavedSection, savedSections } from './document/sections.ts'
export { isComponent, isLoop, isOutlet, isPart, isSlot, isSpecial, PART_TAG } from './document/special.ts'
export {
  escapeTokens,
  holdsToken,
  mayHoldToken,
  replaceTokens,
  type WrittenToken,
  wholeToken,
} from './document/tokenText.ts'
export { sourcePage, translationsOf, withoutTranslations } from './document/translated.ts'
export * from './document/tree.ts'
export * from './documentTypes/index.ts'
export { pageFileName } from './files/list.ts'
export {
  type NormalizedFiles,
  normalizeFiles,
  normalizeName as normalizeFileName,
  refuseName as refuseFileName,
  spellings,
} from './files/names.ts'
export { missingPackageSheets } from './files/packageStyles.ts'
export { cleanHtml } from './html/cleanHtml.ts'
export * from './html/parse.ts'
export * from './html/print.ts'
export * from './html/refuse.ts'
export * from './import/index.ts'
export * from './import/page.ts'
export * from './layouts/index.ts'
export { type CssGrammar, loadGrammar } from './lint/cssTree.ts'
export { type PropertyVocabulary, propertyNames, propertyVocabulary } from './lint/cssVocabulary.ts'
export { meantSlug } from './lint/settingsPages.ts'
export { type ContentShelf, createContentShelf } from './loop/contentShelf.ts'
export { contentSource } from './loop/contentSource.ts'
export { ANY_LOCALE, entryPath, localeOf } from './loop/contentView.ts'
export { pageLanguage, pageUrl } from './loop/pages.ts'
export type { LoopEntry, LoopField, LoopFilter, LoopSource } from './loop/source.ts'
export * from './media/index.ts'
export { moduleOf } from './modules/find.ts'
export type { ModuleProp, PropTarget, SiteModule } from './modules/module.ts'
export { writtenClasses } from './modules/style.ts'
export { siteCapabilities } from './operations/capabilities.ts'
export * from './operations/index.ts'
export { addFramedPage } from './operations/shared/framedPage.ts'
export { findNode, type Target, unknownPage } from './operations/shared/target.ts'
export { frameText, visibleText } from './operations/web/stranger.ts'
export { PART_VIEWER_TAG, partOfPicture, partPictureUrl, partRequestOf, viewerAttributes } from './part/element.ts'
export { partUses } from './part/uses.ts'
export * from './prompt/state.ts'
export * from './prompt/system.ts'
export {
  kindsOf,
  type PageTranslationTask,
  pageTranslationTask,
  readPageTranslationTask,
} from './prompt/translationTask.ts'
export * from './publish/index.ts'
export { pageCss } from './read/css.ts'
export { findBySelector } from './read/find.ts'
export { type MediaUse, mediaUses, pageMediaUses } from './read/mediaUses.ts'
export { finishOtherCall, type Shown } from './readings/conversation.ts'
export { createReadingMemories, type ReadingMemories, type ReadingStore, type SeenNote } from './readings/memory.ts'
export { siteRehearsals } from './rehearsals/index.ts'
export { type Trade, TradeText, tradeOf } from './rehearsals/trades.ts'
export { type Brief, escapeHtml, readBrief } from './rehearsals/words.ts'
export { createSiteScope, type SiteServicesOf } from './scope/siteScope.ts'
export type { SiteTypes } from './scope/types.ts'
export * from './sheet/index.ts'
export { type Starter, starters } from './starters/index.ts'
export { allRules } from './styles/classes.ts'
export * from './target/index.ts'
export { notFoundTemplate, outletsOf, templatesFor } from './template/resolve.ts'
export * from './text/index.ts'
export * from './tokens/index.ts'
export * from './utilities/index.ts'
export * from './view/index.ts'
