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

/** Models as collections and entries as documents, named by `model/id`: thin over the other operations, on demand. */
export const documentOperations = [
  list_collections,
  get_collection_schema,
  list_documents,
  get_document,
  search_documents,
  list_users,
  list_media,
  create_document,
  delete_document,
  set_document_status,
  set_document_field,
  set_document_fields,
  set_document_author,
  set_active_document,
  set_active_collection,
] as const
