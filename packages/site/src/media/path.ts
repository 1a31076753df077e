/** Names that some file system keeps for itself. */
const reserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i

/**
 * Whether a path can be a file of a published site: relative to its root, `/` between the parts, no part that leads
 * elsewhere, and nothing that a file system or a URL takes for something else.
 */
export function isPublishedPath(path: string): boolean {
  if (path === '' || path.length > 500 || path.normalize('NFC') !== path) return false
  return path.split('/').every((part) => {
    if (part === '' || part === '.' || part === '..' || part.length > 200 || reserved.test(part)) return false
    if (/[. ]$/.test(part) || part.startsWith(' ')) return false
    return [...part].every((character) => character >= ' ' && !'\\:*?"<>|#%\x7f'.includes(character))
  })
}
