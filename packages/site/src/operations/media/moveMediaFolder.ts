import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { folderPath, mediaEntries, mediaFolders, mediaPrefix } from '../../media/entries.ts'

export const moveMediaFolder = defineOperation({
  id: 'site.moveMediaFolder',
  summary: 'Rename or move a folder of media',
  description: 'Move all files of a media folder, with the folders in it, to another name or place. Addresses stay.',
  icon: 'folder-input',
  keywords: ['rename folder', 'organize images', 'media folder', 'move folder'],
  effect: 'write',
  tab: true,
  affects: ['site'],
  onDemand: true,
  input: Type.Object(
    { folder: Type.String({ minLength: 1, maxLength: 500 }), to: Type.String({ maxLength: 500 }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ moved: Type.Integer(), folders: Type.Array(Type.String()) }),
  run({ site }: SiteContext, { folder, to }) {
    const from = folderPath(folder)
    const target = folderPath(to)
    const known = mediaFolders(site)
    if (from === undefined || !known.includes(from)) {
      const hint = known.length === 0 ? 'There are no folders.' : `The folders are ${known.slice(0, 30).join(', ')}.`
      return fail('unknown_folder', `There is no folder "${folder.slice(0, 80)}".`, { path: '/folder', hint })
    }
    if (target === undefined) {
      return fail('invalid_input', 'This is not a valid name of a folder.', {
        path: '/to',
        expected: 'names with / between them',
      })
    }
    if (target.startsWith(`${from}/`)) {
      return fail('invalid_input', 'A folder cannot be moved into itself.', { path: '/to' })
    }
    const inside = mediaEntries(site).filter(({ folder: at }) => at === from || at.startsWith(`${from}/`))
    const moves = inside.map((entry) => ({
      entry,
      next: [target, entry.folder.slice(from.length + 1)].filter(Boolean).join('/'),
    }))
    if (moves.some(({ next }) => folderPath(next) !== next)) {
      return fail('invalid_input', 'The folders would be nested too deep.', { path: '/to' })
    }
    for (const { entry, next } of moves) site.set(`${mediaPrefix}${entry.id}/folder`, next)
    return ok({ moved: moves.length, folders: mediaFolders(site) })
  },
})
