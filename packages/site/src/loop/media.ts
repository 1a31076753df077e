import { isRecord } from '../document/node.ts'
import type { LoopEntry, LoopSource } from './source.ts'

/** The files of the media library, the newest first. */
export const mediaSource: LoopSource = {
  id: 'media',
  label: 'Media',
  fields: [
    { name: 'url', label: 'Address of the file', kind: 'media' },
    { name: 'name', label: 'Name', kind: 'text' },
    { name: 'alt', label: 'Alternative text', kind: 'text' },
    { name: 'type', label: 'Media type, such as image/png', kind: 'text' },
    { name: 'width', label: 'Width in pixels', kind: 'number' },
    { name: 'height', label: 'Height in pixels', kind: 'number' },
    { name: 'bytes', label: 'Size in bytes', kind: 'number' },
    { name: 'folder', label: 'Folder', kind: 'text' },
    { name: 'createdAt', label: 'Added', kind: 'date' },
    { name: 'id', label: 'Id', kind: 'text' },
  ],
  orders: [
    { id: 'createdAt', label: 'Added' },
    { id: 'name', label: 'Name' },
    { id: 'bytes', label: 'Size' },
  ],
  filters: [
    {
      name: 'folder',
      label: 'Only files of this folder and those inside it',
      accepts: ({ folder = '' }, value) => folder === value || String(folder).startsWith(`${value}/`),
    },
    {
      name: 'type',
      label: 'Only files of this kind',
      values: ['image', 'video', 'audio', 'application', 'text', 'font'],
      accepts: ({ type }, value) => String(type).startsWith(`${value}/`),
    },
  ],
  dependency: 'media',
  entries(site) {
    const all: LoopEntry[] = []
    for (const key of site.keys('media:')) {
      if (key.includes('/')) continue
      const made = site.get(key)
      if (!isRecord(made) || site.get(`${key}/deleted`) === true) continue
      const fields: Record<string, string | number> = { id: key.slice('media:'.length) }
      for (const name of ['name', 'type', 'bytes', 'width', 'height', 'alt', 'folder', 'createdAt', 'path']) {
        const value = site.get(`${key}/${name}`) ?? made[name]
        if (typeof value === 'string' || typeof value === 'number') fields[name] = value
      }
      const { path, ...rest } = fields
      if (typeof path === 'string') all.push({ ...rest, url: encodeURI(`/${path.replace(/^\/+/, '')}`) })
    }
    return all.sort(
      (a, b) => Number(b.createdAt ?? 0) - Number(a.createdAt ?? 0) || (String(a.id) < String(b.id) ? -1 : 1),
    )
  },
}
