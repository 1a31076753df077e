import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { appliedCode } from '../../code/applies.ts'
import { type CodeAsset, codeHash } from '../../code/assets.ts'
import type { SiteContext } from '../../context/context.ts'
import { codeProblems, listProblems, Problems } from '../../lint/codeProblems.ts'
import { DocumentRef, DocumentTarget, refOf } from '../shared/documentRef.ts'
import { findPage } from '../shared/target.ts'
import { RuntimeResult } from './codeTarget.ts'

const Applied = Type.Object({
  fileId: Type.String(),
  path: Type.String(),
  hash: Type.String(),
  runtime: RuntimeResult,
  problems: Type.Optional(Problems),
})

export const inspect_code_runtime = defineOperation({
  id: 'site.inspect_code_runtime',
  summary: 'See which code applies to a page',
  description: 'Scripts and styles of a page (default: the open one) in load order, and why others do not apply.',
  icon: 'file-code',
  keywords: ['which scripts run', 'script order', 'loaded scripts', 'why does the script not run'],
  effect: 'read',
  input: Type.Object({ document: Type.Optional(DocumentTarget) }, { additionalProperties: false }),
  output: Type.Object({
    pageId: Type.String(),
    document: DocumentRef,
    scripts: Type.Array(Applied),
    styles: Type.Array(Applied),
    notApplied: Type.Optional(Type.Array(Type.Object({ path: Type.String(), why: Type.String() }))),
  }),
  async run(context: SiteContext, { document }) {
    const { found, refused } = await findPage(context, document?.id)
    if (refused) return refused
    const { entry } = found
    const { scripts, styles, left } = appliedCode(context.site, entry.id)
    const shown = (assets: readonly CodeAsset[]) =>
      Promise.all(
        assets.map(async (asset) => ({
          fileId: asset.id,
          path: asset.path,
          hash: await codeHash(asset.content),
          runtime: asset.runtime,
          ...listProblems(await codeProblems(context, asset)),
        })),
      )
    const notApplied = left.map(({ asset, why }) => ({ path: asset.path, why }))
    return ok({
      pageId: entry.id,
      document: refOf(entry),
      scripts: await shown(scripts),
      styles: await shown(styles),
      ...(notApplied.length > 0 ? { notApplied } : {}),
    })
  },
})
