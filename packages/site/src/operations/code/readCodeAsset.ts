import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { codeHash } from '../../code/assets.ts'
import { codePart } from '../../code/parts.ts'
import type { SiteContext } from '../../context/context.ts'
import { assetTarget, findAsset, RuntimeResult } from './codeTarget.ts'

const usualChars = 20_000

export const read_code_asset = defineOperation({
  id: 'site.read_code_asset',
  summary: 'Read a script or style',
  description: 'Read a code asset exactly; `hash` is of the whole file. In parts, as read_document.',
  icon: 'file-code',
  keywords: ['show script', 'view javascript', 'source code'],
  effect: 'read',
  heavy: true,
  input: Type.Object(
    {
      ...assetTarget,
      part: Type.Optional(Type.Integer({ minimum: 1 })),
      maxChars: Type.Optional(Type.Integer({ minimum: 200, maximum: 80_000 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    fileId: Type.String(),
    path: Type.String(),
    type: Type.Union([Type.Literal('script'), Type.Literal('style')]),
    content: Type.String(),
    hash: Type.String(),
    runtime: RuntimeResult,
    pageInfo: Type.Object({
      part: Type.Integer(),
      totalParts: Type.Integer(),
      nextPart: Type.Union([Type.Integer(), Type.Null()]),
      maxChars: Type.Integer(),
      totalChars: Type.Integer(),
      /** The range of characters of the whole that is returned. */
      range: Type.Tuple([Type.Integer(), Type.Integer()]),
    }),
  }),
  async run(context: SiteContext, { part = 1, maxChars = usualChars, ...target }) {
    const { found, refused } = findAsset(context, target)
    if (refused) return refused
    const { id, path, type, content, runtime } = found
    const read = codePart(content, part, maxChars)
    if (!read) {
      const { totalParts } = codePart(content, 1, maxChars)?.pageInfo ?? { totalParts: 1 }
      const message = `${path} has ${totalParts} part${totalParts === 1 ? '' : 's'} of ${maxChars} characters, not ${part}.`
      return fail('invalid_input', message, { path: '/part', hint: 'Ask for an earlier part.' })
    }
    return ok({ fileId: id, path, type, hash: await codeHash(content), runtime, ...read })
  },
})
