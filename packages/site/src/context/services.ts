import type { CallRows } from '@atelier/agent'
import type { Json, Patch, UndoGuard, UndoMerge } from '@atelier/documents'
import type { ContentSource, Vocabulary } from './content.ts'

/**
 * The services of the server to an operation, beside the documents. A tab has none: an operation that declares
 * `services: true` is sent to the server. Those that ask the world (`web`, `images`, `fonts`, `packages`, `releases`) belong into an
 * operation's `outside`. Each part is absent if the server does not offer it; the operation then
 * answers with an error that says so. Writes of a service outside the documents MUST be harmless when the call is run
 * again or its documents are never committed (bytes named by their hash, a font that is installed already).
 */
export interface SiteServices {
  media?: MediaStore
  fonts?: FontInstaller
  releases?: ReleaseService
  versions?: VersionService
  changes?: ChangeService
  code?: CodeChecker
  web?: WebService
  files?: FileMemory
  icons?: IconFinder
  images?: ImageFinder
  packages?: PackageService
  content?: ContentService
}

/** A stylesheet of a package with the version that was found; or why there is none, as a sentence. */
export type PackageSheet = { ok: true; version: string; css: string } | { ok: false; problem: string }

/** The packages of the registry. */
export interface PackageService {
  /** @param file of a package; its version may be a range or a tag */
  stylesheet(file: { name: string; version: string; path: string }, signal?: AbortSignal): Promise<PackageSheet>
}

/** The content of the project as visitors may see it now. */
export interface ContentService {
  /** Its collections without their entries; undefined if there is none. */
  describe(): Promise<Pick<ContentSource, 'locales' | 'models'> | undefined>
  load: ContentSource['load']
  /** The terms that texts of the project use. */
  vocabulary?(): Promise<Vocabulary>
}

/** Bytes of the project's media, named by their content. */
export interface MediaStore {
  /** Stores bytes; returns their SHA-256 in hexadecimal. */
  put(bytes: Uint8Array): Promise<{ hash: string }>
  read(hash: string): Promise<Uint8Array | undefined>
}

export interface InstalledFont {
  family: string
  variants: string[]
  files: { variant: string; subset: string; hash: string; format: 'woff2'; unicodeRange?: string; bytes: number }[]
}

export interface FontRequest {
  family: string
  variants: readonly string[]
  subsets: readonly string[]
  /** Those of the variants that the family has suffice; without it a missing one is a problem. */
  partial?: boolean
}

/** `problem` is a sentence for a user or a model. */
export type FontAnswer = { ok: true; font: InstalledFont } | { ok: false; problem: string; hint: string }

export interface FontInstaller {
  /** Fetches a family and stores its files among the media. */
  install(request: FontRequest, signal?: AbortSignal): Promise<FontAnswer>
}

export interface ReleaseSummary {
  id: string
  number: number
  url: string
  createdAt: number
  live: boolean
}

export interface ReleaseService {
  /** Not ok if the project's gates block it; `findings` are sentences. */
  publish(
    userId: string,
    /** The pages stay as they are online, and show the content as it is now. */
    only?: 'content',
  ): Promise<
    | { ok: true; release: ReleaseSummary & { pages: number; files: number; rendered: number; warnings: string[] } }
    | { ok: false; findings: string[] }
  >
  list(): Promise<ReleaseSummary[]>
}

export interface VersionSummary {
  id: string
  name: string
  createdAt: number
  createdBy: string
}

/** Named states of the whole site. */
export interface VersionService {
  list(): Promise<VersionSummary[]>
  /** Saves the current committed state. The same state under the same name is saved once. */
  save(request: { name: string; kind: 'hand' | 'import' | 'restore'; userId: string }): Promise<VersionSummary>
  /** The fields of each document in the saved state. */
  open(id: string): Promise<{ documentId: string; kind: string; fields: Readonly<Record<string, Json>> }[] | undefined>
}

/** The changes to documents, by change set and by head. */
export interface ChangeService {
  /** The keys of a document that were written after a head; undefined if that is no longer known. */
  since(documentId: string, head: number): Promise<{ head: number; keys: string[] } | undefined>
  /** The committed head of a document. */
  head(documentId: string): Promise<number | undefined>
  /**
   * The changes of a run (`this`), or of the last run before it in its conversation not undone (`last`), by document
   * in the order of the changes; undefined if there is none.
   */
  ofRun?(runId: string, which: 'this' | 'last'): Promise<RecordedChanges[] | undefined>
  /**
   * The changes of a change set of the project that are not undone; undefined if there are none, `atWork` if it
   * belongs to a run that may still write into it.
   */
  ofSet?(changeSetId: string): Promise<RecordedChanges[] | 'atWork' | undefined>
}

/** The changes in one document, in their order. */
export interface RecordedChanges {
  documentId: string
  kind: string
  created: boolean
  patches: readonly Patch[]
  /** For a document that is not the site's: what decides in its undo, and the value that hides one that was made. */
  rules?: { guard?: UndoGuard | undefined; merge?: UndoMerge | undefined; hidden?: { key: string; value: Json } }
}

/** The findings from reading a script. */
export interface CodeCheck {
  problems: { line: number; message: string; severity: 'error' | 'warning' }[]
  /** Its imports, as written. */
  imports: string[]
}

/** Reads scripts as publishing does. It MUST NOT run them. */
export interface CodeChecker {
  check(script: { path: string; content: string; format: 'module' | 'classic' }): Promise<CodeCheck>
}

/**
 * In which state a conversation last saw the files of its project; outside a conversation, a user. An unknown file
 * counts as seen in its present form.
 */
export interface FileMemory {
  /** The heads of the documents of a file when it was last read or written; undefined if it was not. */
  heads(file: string): Promise<Readonly<Record<string, number>> | undefined>
  remember(file: string, heads: Readonly<Record<string, number>>): Promise<void>
  /** Rows that store what a call has noted, for its commit. */
  rows?(): CallRows
  /** Notes how an edit of a file ended. Returns how many have failed in a row. */
  failed(file: string, failed: boolean): Promise<number>
  /** notes since count only now, or not at all: a call may be repeated before its commit. */
  settled(stored: boolean): void
}

/** The search terms of an icon. */
export interface IconQuery {
  /** 1 to 3 words. */
  query: string
  /** 1 to 5. */
  count: number
  style: 'outline' | 'solid'
}

export interface FoundIcon {
  /** Within its set. */
  name: string
  set: string
  /** A whole `<svg>` of 24 px in `currentColor`. */
  svg: string
  style: 'outline' | 'solid'
}

/** Finds icons by words. */
export interface IconFinder {
  /** @returns the icons of each query, the best first; none if nothing fits */
  search(queries: readonly IconQuery[]): Promise<readonly (readonly FoundIcon[])[]>
}

/** The failure of a request to the web: a code, a sentence for a person or a model, and what to try. */
export interface WebFailure {
  ok: false
  code: string
  problem: string
  hint: string
}

/** The public web. Its results were written by strangers. */
export interface WebService {
  /** Reads a text of the public web. It MUST reach no address of a private network, also by a redirect. */
  fetch(
    url: string,
    signal?: AbortSignal,
  ): Promise<
    | {
        ok: true
        /** Where the text came from, after redirects. */
        url: string
        /** In lower case, without parameters. */
        contentType: string
        text: string
        /** Whether there was more than the server reads. */
        truncated: boolean
      }
    | WebFailure
  >
  /** @param count how many results at most */
  search(
    query: string,
    count: number,
    signal?: AbortSignal,
  ): Promise<
    { ok: true; source: 'brave' | 'tavily'; results: { title: string; url: string; snippet: string }[] } | WebFailure
  >
}

/** The search terms or the description of pictures. */
export interface ImageQuery {
  /** A description of 10 to 30 words. */
  query: string
  /** 1 to 5. */
  count: number
  orientation: 'landscape' | 'portrait' | 'square'
}

/** A picture of a service, which is not checked yet. */
export interface FoundImage {
  bytes: Uint8Array
  /** The type that the service declares, such as `image/jpeg`. */
  declaredType?: string
  alt: string
  /** Who made it, and the address of that person. */
  author?: string
  authorUrl?: string
  /** The page that shows it at the service. */
  url?: string
  costUsd?: number
}

/** The pictures of one query; not ok only if there is none. */
export type ImageAnswer =
  | { ok: true; images: FoundImage[]; warnings?: string[] }
  /** Sentences for a model. */
  | { ok: false; problem: string; hint: string }

/** A service that finds or makes pictures. */
export interface ImageService {
  name: 'pexels' | 'together' | 'sketch'
  /** A result's note about the service, as a sentence. */
  note?: string
  /** The maximum cost of a query's pictures, in US dollars; absent where none costs anything. */
  costUsd?(query: ImageQuery): number
  find(query: ImageQuery, signal?: AbortSignal): Promise<ImageAnswer>
}

export interface ImageFinder {
  /** The service that the project's workspace uses now. */
  open(): Promise<ImageService>
}
