import type { View } from '@atelier/documents'
import { isRecord } from '../document/node.ts'
import { isSafePath } from '../document/paths.ts'
import type { BlobFile } from './files.ts'

/** The files of the site's media that are not deleted, each at its published path. */
export function mediaFiles(site: View): BlobFile[] {
  const files: BlobFile[] = []
  for (const key of site.keys('media:')) {
    const value = site.get(key)
    if (key.includes('/') || !isRecord(value) || site.get(`${key}/deleted`) === true) continue
    const { hash, type } = value
    const path = site.get(`${key}/path`) ?? value.path
    if (typeof path !== 'string' || typeof hash !== 'string' || typeof type !== 'string') continue
    if (isSafePath(path) && /^[0-9a-f]{64}$/.test(hash)) files.push({ path, blob: hash, contentType: type })
  }
  return files
}
