// Written by `npm run format` from the operations; `npm run check` fails if it is out of date.
import { createDocument } from './createDocument.ts'
import { createFolder } from './createFolder.ts'
import { deleteDocument } from './deleteDocument.ts'
import { deleteFolder } from './deleteFolder.ts'
import { listDocuments } from './listDocuments.ts'
import { listFolders } from './listFolders.ts'
import { moveDocument } from './moveDocument.ts'
import { openDocument } from './openDocument.ts'
import { renameDocument } from './renameDocument.ts'
import { renameFolder } from './renameFolder.ts'
import { searchDocuments } from './searchDocuments.ts'

/** The operations in this folder and those below, by name. */
export const operations = [
  createDocument,
  createFolder,
  deleteDocument,
  deleteFolder,
  listDocuments,
  listFolders,
  moveDocument,
  openDocument,
  renameDocument,
  renameFolder,
  searchDocuments,
] as const
