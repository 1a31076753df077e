import { defineOperation, ok, strip } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { mediaEntries, mediaFolders } from '../../media/entries.ts'
import { mediaTypeOf } from '../../media/types.ts'
import { MediaFile, mediaFile, Uses, usesOf } from './mediaTarget.ts'

const kinds = ['image', 'video', 'audio', 'font', 'document', 'text'] as const

export const list_media = defineOperation({
  id: 'site.list_media',
  summary: 'List the media',
  description:
    'The files of the media library, newest first: url (write it as src), type, size, alt. Filter by text (name, alt), folder and kind; missingAlt finds pictures without alt text; uses tells where each is used.',
  icon: 'images',
  keywords: [
    'media library',
    'image library',
    'pictures',
    'photos',
    'assets',
    'uploads',
    'missing alt',
    'unused images',
  ],
  effect: 'read',
  onDemand: true,
  input: Type.Object(
    {
      search: Type.Optional(Type.String({ maxLength: 200 })),
      folder: Type.Optional(Type.String({ maxLength: 500 })),
      kind: Type.Optional(Type.Enum([...kinds])),
      missingAlt: Type.Optional(Type.Boolean()),
      uses: Type.Optional(Type.Boolean()),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    media: Type.Array(Type.Object({ ...MediaFile, uses: Type.Optional(Uses) })),
    total: Type.Integer(),
    nextOffset: Type.Union([Type.Integer(), Type.Null()]),
    folders: Type.Array(Type.String()),
  }),
  async run(context: SiteContext, { search = '', folder, kind, missingAlt, uses, limit = 50, offset = 0 }) {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    const within = folder === undefined ? undefined : strip(folder, '/')
    const found = mediaEntries(context.site).filter((entry) => {
      const text = `${entry.name} ${entry.alt ?? ''} ${entry.path}`.toLowerCase()
      return (
        words.every((word) => text.includes(word)) &&
        (within === undefined || entry.folder === within || (within !== '' && entry.folder.startsWith(`${within}/`))) &&
        (kind === undefined || mediaTypeOf(entry.type)?.kind === kind) &&
        (!missingAlt || (entry.type.startsWith('image/') && !entry.alt))
      )
    })
    const shown = found.slice(offset, offset + limit)
    const used = uses ? await usesOf(context, new Set(shown.map(({ path }) => path))) : undefined
    return ok({
      media: shown.map((entry) => ({ ...mediaFile(entry), ...(used ? { uses: used.get(entry.path) ?? [] } : {}) })),
      total: found.length,
      nextOffset: offset + limit < found.length ? offset + limit : null,
      folders: mediaFolders(context.site),
    })
  },
})
