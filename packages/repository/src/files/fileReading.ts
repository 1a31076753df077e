import {
  type ChangedFiles,
  changesOfFiles,
  checkFiles,
  type FileChanges,
  type Finding,
  type ReadContent,
  type ReadOptions,
  readFiles,
} from '@atelier/content'

/** Thrown when reading takes too long, or too much memory. */
export class TooMuchToRead extends Error {
  override name = 'TooMuchToRead'
  constructor() {
    super('The content of the remote takes more time or memory to read than there is. Split it into smaller files.')
  }
}

/** The content before its files changed. */
export type FilesBefore = Parameters<typeof changesOfFiles>[0]

type Files = ReadonlyMap<string, Uint8Array>

/** How the files of a repository are read. */
export interface FileReading {
  /** The strict check. */
  check(files: Files, options: ReadOptions): Promise<Finding[]>
  /** Reads the content of files. */
  read(files: Files, options: ReadOptions): Promise<ReadContent>
  /** The content changes of file changes. */
  changes(was: FilesBefore, files: ChangedFiles, options: ReadOptions): Promise<FileChanges>
}

/** Reads in this thread. */
export const readHere: FileReading = {
  check: async (files, options) => checkFiles(files, options),
  read: async (files, options) => readFiles(files, options),
  changes: async (was, files, options) => changesOfFiles(was, files, options),
}
