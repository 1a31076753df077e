import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { changeCode, codeAsset, codeAssets, codeByPath, refusePath, tidyPath } from '../../code/assets.ts'
import { moveReferences } from '../../code/references.ts'
import type { SiteContext } from '../../context/context.ts'
import { mediaByPath } from '../../media/entries.ts'
import { assetTarget, findAsset } from './codeTarget.ts'

export const renameCodeAsset = defineOperation({
  id: 'site.renameCodeAsset',
  summary: 'Rename a script or style',
  description: 'Give a code asset another path. Imports of it, and what it imports, keep their targets.',
  icon: 'file-pen',
  keywords: ['move script', 'script path', 'rename javascript', 'rename file'],
  effect: 'write',
  tab: true,
  affects: ['site'],
  onDemand: true,
  input: Type.Object(
    { ...assetTarget, to: Type.String({ minLength: 1, maxLength: 300 }) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    fileId: Type.String(),
    path: Type.String(),
    /** The assets whose text names another path now. */
    updated: Type.Array(Type.String()),
  }),
  run(context: SiteContext, { to: wanted, ...target }) {
    const { site } = context
    const { found, refused } = findAsset(context, target)
    if (refused) return refused
    const to = tidyPath(wanted)
    const wrong = refusePath(to, found.type)
    if (wrong) return fail('invalid_path', wrong, { path: '/to', expected: 'a path such as scripts/menu.js' })
    const other = codeByPath(site, to)
    if (mediaByPath(site, to) || (other && other.id !== found.id)) {
      const message = `${other?.path ?? to} is ${other ? `another ${other.type}` : 'a file of the media'}.`
      return fail('path_taken', message, { path: '/to', hint: 'Choose another path.' })
    }
    const now = context.now()
    const texts = moveReferences(codeAssets(site), found, to)
    changeCode(site, found, { path: to, content: texts.get(found.id), now })
    const updated: string[] = []
    for (const [id, content] of texts) {
      const asset = id === found.id ? undefined : codeAsset(site, id)
      if (!asset) continue
      changeCode(site, asset, { content, now })
      updated.push(asset.path)
    }
    return ok({ fileId: found.id, path: to, updated })
  },
})
