import { create_document } from './create_document.ts'
import { delete_document } from './delete_document.ts'
import { get_collection_schema } from './get_collection_schema.ts'
import { get_document } from './get_document.ts'
import { list_collections } from './list_collections.ts'
import { list_documents } from './list_documents.ts'
import { list_media } from './list_media.ts'
import { list_users } from './list_users.ts'
import { search_documents } from './search_documents.ts'
import { set_active_collection } from './set_active_collection.ts'
import { set_active_document } from './set_active_document.ts'
import { set_document_author } from './set_document_author.ts'
import { set_document_field } from './set_document_field.ts'
import { set_document_fields } from './set_document_fields.ts'
import { set_document_status } from './set_document_status.ts'

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
