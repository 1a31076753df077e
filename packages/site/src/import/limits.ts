const MB = 1024 * 1024

/** The limits of one import. `docs/limits.md` says what each is measured by. */
export const importLimits = {
  /** Files, folders not counted. */
  files: 30_000,
  /** Bytes of all files together, unpacked. */
  bytes: 300 * MB,
  /** Bytes of an archive as it is sent. */
  archive: 200 * MB,
  pages: 1_000,
  /** Bytes of one HTML file, and of one stylesheet. */
  html: 5 * MB,
  css: 24 * MB,
  /** Elements and texts of one page: a larger page would be too slow to edit. */
  nodes: 50_000,
  /** Rules, comments and other parts of one stylesheet, those within others counted too. */
  rules: 1_000_000,
  /** Characters of one script. */
  script: 12_000_000,
  /** Files that no page uses are taken as well if there are at most so many. */
  unused: 300,
} as const

/** `5 MB`, for a sentence. */
export const megabytes = (bytes: number): string => `${Math.round((bytes / MB) * 10) / 10} MB`

interface Nested {
  kind: string
  children?: readonly Nested[]
  items?: readonly Nested[]
}

/** Whether these items with all their content exceed a count. */
export function countsMore(list: readonly Nested[], most: number): boolean {
  const stack = [list]
  let count = 0
  for (let some = stack.pop(); some; some = stack.pop()) {
    count += some.length
    if (count > most) return true
    for (const { children, items } of some) {
      if (children) stack.push(children)
      if (items) stack.push(items)
    }
  }
  return false
}
