// Written by `npm run format` from the operations; `npm run check` fails if it is out of date.
import { brain_analyze } from './brain/brainAnalyze.ts'
import { brain_query } from './brain/brainQuery.ts'
import { brain_search } from './brain/brainSearch.ts'
import { branch_health } from './branches/branchHealth.ts'
import { createBranch } from './branches/createBranch.ts'
import { list_branches } from './branches/listBranches.ts'
import { merge_branch } from './branches/mergeBranch.ts'
import { reject_branch } from './branches/rejectBranch.ts'
import { scheduleBranch } from './branches/scheduleBranch.ts'
import { addComment } from './comments/addComment.ts'
import { listComments } from './comments/listComments.ts'
import { listNotes } from './comments/listNotes.ts'
import { markNotesSeen } from './comments/markNotesSeen.ts'
import { requestChanges } from './comments/requestChanges.ts'
import { resolveComment } from './comments/resolveComment.ts'
import { create_document } from './documents/createDocument.ts'
import { delete_document } from './documents/deleteDocument.ts'
import { get_collection_schema } from './documents/getCollectionSchema.ts'
import { get_document } from './documents/getDocument.ts'
import { list_collections } from './documents/listCollections.ts'
import { list_documents } from './documents/listDocuments.ts'
import { list_media } from './documents/listMedia.ts'
import { list_users } from './documents/listUsers.ts'
import { search_documents } from './documents/searchDocuments.ts'
import { set_active_collection } from './documents/setActiveCollection.ts'
import { set_active_document } from './documents/setActiveDocument.ts'
import { set_document_author } from './documents/setDocumentAuthor.ts'
import { set_document_field } from './documents/setDocumentField.ts'
import { set_document_fields } from './documents/setDocumentFields.ts'
import { set_document_status } from './documents/setDocumentStatus.ts'
import { delete_content } from './entries/deleteContent.ts'
import { duplicateEntry } from './entries/duplicateEntry.ts'
import { editField } from './entries/editField.ts'
import { entryHistory } from './entries/entryHistory.ts'
import { eraseEntries } from './entries/eraseEntries.ts'
import { fixContent } from './entries/fixContent.ts'
import { get_content } from './entries/getContent.ts'
import { listBin } from './entries/listBin.ts'
import { listLostReferences } from './entries/listLostReferences.ts'
import { listWaiting } from './entries/listWaiting.ts'
import { orderEntries } from './entries/orderEntries.ts'
import { relation_expand } from './entries/relationExpand.ts'
import { renameEntry } from './entries/renameEntry.ts'
import { restoreEntry } from './entries/restoreEntry.ts'
import { restoreFields } from './entries/restoreFields.ts'
import { save_content } from './entries/saveContent.ts'
import { saveList } from './entries/saveList.ts'
import { takeBackChange } from './entries/takeBackChange.ts'
import { update_status } from './entries/updateStatus.ts'
import { validate } from './entries/validate.ts'
import { approve_submission } from './forms/approveSubmission.ts'
import { list_submissions } from './forms/listSubmissions.ts'
import { readForm } from './forms/readForm.ts'
import { reject_submission } from './forms/rejectSubmission.ts'
import { reopenSubmission } from './forms/reopenSubmission.ts'
import { saveForm } from './forms/saveForm.ts'
import { add_locale } from './locales/addLocale.ts'
import { copy_locale } from './locales/copyLocale.ts'
import { listUntranslated } from './locales/listUntranslated.ts'
import { removeLocale } from './locales/removeLocale.ts'
import { saveTranslations } from './locales/saveTranslations.ts'
import { delete_media } from './media/deleteMedia.ts'
import { findMediaUses } from './media/findMediaUses.ts'
import { get_media } from './media/getMedia.ts'
import { replaceMedia } from './media/replaceMedia.ts'
import { search_media } from './media/searchMedia.ts'
import { update_media } from './media/updateMedia.ts'
import { upload_media } from './media/uploadMedia.ts'
import { addReadyModel } from './models/addReadyModel.ts'
import { delete_model } from './models/deleteModel.ts'
import { init_project } from './models/initProject.ts'
import { list_models } from './models/listModels.ts'
import { previewModel } from './models/previewModel.ts'
import { saveFieldLayout } from './models/saveFieldLayout.ts'
import { save_model } from './models/saveModel.ts'
import { setRoute } from './models/setRoute.ts'
import { shareFields } from './models/shareFields.ts'
import { shareModel } from './models/shareModel.ts'
import { validate_schema } from './models/validateSchema.ts'
import { saveSettings } from './settings/saveSettings.ts'
import { vocabulary } from './vocabulary/vocabulary.ts'

/** The operations in this folder and those below, by name. */
export const operations = [
  add_locale,
  addComment,
  addReadyModel,
  approve_submission,
  brain_analyze,
  brain_query,
  brain_search,
  branch_health,
  copy_locale,
  create_document,
  createBranch,
  delete_content,
  delete_document,
  delete_media,
  delete_model,
  duplicateEntry,
  editField,
  entryHistory,
  eraseEntries,
  findMediaUses,
  fixContent,
  get_collection_schema,
  get_content,
  get_document,
  get_media,
  init_project,
  list_branches,
  list_collections,
  list_documents,
  list_media,
  list_models,
  list_submissions,
  list_users,
  listBin,
  listComments,
  listLostReferences,
  listNotes,
  listUntranslated,
  listWaiting,
  markNotesSeen,
  merge_branch,
  orderEntries,
  previewModel,
  readForm,
  reject_branch,
  reject_submission,
  relation_expand,
  removeLocale,
  renameEntry,
  reopenSubmission,
  replaceMedia,
  requestChanges,
  resolveComment,
  restoreEntry,
  restoreFields,
  save_content,
  save_model,
  saveFieldLayout,
  saveForm,
  saveList,
  saveSettings,
  saveTranslations,
  scheduleBranch,
  search_documents,
  search_media,
  set_active_collection,
  set_active_document,
  set_document_author,
  set_document_field,
  set_document_fields,
  set_document_status,
  setRoute,
  shareFields,
  shareModel,
  takeBackChange,
  update_media,
  update_status,
  upload_media,
  validate,
  validate_schema,
  vocabulary,
] as const
