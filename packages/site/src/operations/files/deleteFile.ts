import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { usesOf } from '../../component/uses.ts'
import type { SiteContext } from '../../context/context.ts'
import { listFiles, pageFileName, type SiteFile } from '../../files/list.ts'
import { sheetKey } from '../../sheet/records.ts'
import { deleteCodeAsset } from '../code/deleteCodeAsset.ts'
import { deletePage } from '../pages/deletePage.ts'
import { FileName, targetFile } from './fileTarget.ts'

export const deleteFile = defineOperation({
  id: 'site.deleteFile',
  summary: 'Delete a file',
  description: 'Delete a page, component, stylesheet or script by its file name; not index.html or a part in use.',
  icon: 'file-minus',
  keywords: ['remove file', 'remove page', 'unlink', 'rm'],
  effect: 'destructive',
  onDemand: true,
  affects: ['site', 'page'],
  input: Type.Object({ file: FileName }, { additionalProperties: false }),
  output: Type.Object({ success: Type.Literal(true), file: Type.String(), remainingFiles: Type.Array(Type.String()) }),
  async consequence(context: SiteContext, { file: name }) {
    const { found: file } = await targetFile(context, name, '/file')
    if (!file || (await deletionRefusal(context, file))) return undefined
    if (file.kind === 'page' || file.kind === 'component')
      return deletePage.consequence(context, { pageId: file.entry.id })
    return { message: `Delete the file ${file.name}.`, target: file.name, documentIds: [] }
  },
  async run(context: SiteContext, { file: name }) {
    const { found: file, refused } = await targetFile(context, name, '/file')
    if (refused) return refused
    const protectedFile = await deletionRefusal(context, file)
    if (protectedFile) return protectedFile
    const done =
      file.kind === 'page' || file.kind === 'component'
        ? await deletePage.run(context, { pageId: file.entry.id })
        : file.kind === 'code'
          ? await deleteCodeAsset.run(context, { fileId: file.asset.id })
          : ok()
    if (!done.ok) return done
    if (file.kind === 'sheet') context.site.set(`${sheetKey(file.sheet.id)}/deleted`, true)
    const remainingFiles = (await listFiles(context)).map((each) => each.name)
    return ok({ success: true as const, file: file.name, remainingFiles }, { warnings: done.warnings ?? [] })
  },
})

/** Why a file stays; undefined if it can be deleted. */
async function deletionRefusal(context: SiteContext, file: SiteFile) {
  if (file.name === 'index.html') {
    return fail('protected', 'index.html is the home page of the site, which stays.', {
      path: '/file',
      hint: 'Write its new content with writeFile.',
    })
  }
  if (file.kind === 'styles') {
    return fail('protected', `${file.name} holds the rules of the whole site.`, {
      path: '/file',
      hint: 'Take rules out with editFiles.',
    })
  }
  if (file.kind === 'part') {
    return fail('in_use', `${file.name} is part of every page.`, {
      path: '/file',
      hint: 'Write its new content with writeFile, or delete its element from the template with deleteNode.',
    })
  }
  if (file.kind !== 'component') return undefined
  const uses = (await usesOf(context, file.entry.id)).filter(({ document }) => document.id !== file.entry.id)
  if (uses.length === 0) return undefined
  const places = uses.map(({ document }) => (document.kind === 'page' ? pageFileName(document) : document.title))
  return fail('in_use', `${file.name} stands in ${places.slice(0, 20).join(', ')}.`, {
    path: '/file',
    hint: 'Take its comment out of these files first.',
  })
}
