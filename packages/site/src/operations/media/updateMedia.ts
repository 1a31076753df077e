import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { folderPath, mediaEntry, mediaPrefix } from '../../media/entries.ts'
import { findMedia, MediaFile, mediaFile } from './mediaTarget.ts'

export const updateMedia = defineOperation({
  id: 'site.updateMedia',
  summary: 'Describe or move a file',
  description:
    'Change a media file’s alt text, name or folder. Its address stays. Pages keep the alt text they were given.',
  icon: 'image',
  keywords: ['alt text', 'image description', 'rename image', 'caption', 'move image to folder'],
  effect: 'write',
  tab: true,
  affects: ['site'],
  onDemand: true,
  input: Type.Object(
    {
      mediaId: Type.String(),
      alt: Type.Optional(Type.String({ maxLength: 2_000 })),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
      folder: Type.Optional(Type.String({ maxLength: 500 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ ...MediaFile, changed: Type.Array(Type.String()) }),
  run(context: SiteContext, { mediaId, alt, name, folder }) {
    const { found, refused } = findMedia(context, mediaId)
    if (refused) return refused
    const where = folder === undefined ? undefined : folderPath(folder)
    if (folder !== undefined && where === undefined) {
      return fail('invalid_input', 'This is not a valid name of a folder.', {
        path: '/folder',
        expected: 'names with / between them, at most 8 deep; empty for the top',
      })
    }
    const changed: string[] = []
    const write = (field: 'alt' | 'name' | 'folder', value: string | undefined) => {
      if (value === undefined || value === (found[field] ?? '')) return
      context.site.set(`${mediaPrefix}${found.id}/${field}`, value)
      changed.push(field)
    }
    write('alt', alt?.trim())
    write('name', name?.trim())
    write('folder', where)
    return ok({ ...mediaFile(mediaEntry(context.site, found.id) ?? found), changed })
  },
})
