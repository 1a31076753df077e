/** A file of a release: `path` is relative to the site's root, with `/` between its segments and none in front. */
export interface TextFile {
  path: string
  contentType: string
  text: string
  /** The Content-Security-Policy of a page. */
  policy?: string
}

/** A file whose bytes are among the project's media, named by their SHA-256. */
export interface BlobFile {
  path: string
  contentType: string
  blob: string
}

/** A file that is unchanged since the previous release. */
export interface KeptFile {
  path: string
  contentType: string
  kept: true
}

export type PublishedFile = TextFile | BlobFile
export type ReleaseFile = PublishedFile | KeptFile

export const HTML = 'text/html; charset=utf-8'
export const CSS = 'text/css; charset=utf-8'
