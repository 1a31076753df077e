import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { changeCode, codeAsset, codeHash } from '../../code/assets.ts'
import { patchText } from '../../code/patch.ts'
import { refuseStyle } from '../../code/styleSafety.ts'
import type { SiteContext } from '../../context/context.ts'
import { codeProblems, listProblems, Problems } from '../../lint/codeProblems.ts'
import { incomingCode } from '../../lint/incoming.ts'
import { AssetSummary, assetTarget, findAsset, refuseContent, summaryOf } from './codeTarget.ts'

export const patch_code_asset = defineOperation({
  id: 'site.patch_code_asset',
  summary: 'Patch a script or style',
  description:
    'Replace exact pieces of a code asset, all or none. expectedHash: as last read or written. An oldText that occurs twice needs replaceAll.',
  icon: 'file-pen',
  keywords: ['edit script', 'edit javascript', 'search and replace in code', 'fix code'],
  effect: 'write',
  fromReading: true,
  affects: ['site'],
  input: Type.Object(
    {
      ...assetTarget,
      expectedHash: Type.String(),
      replacements: Type.Array(
        Type.Object(
          {
            oldText: Type.String({ minLength: 1 }),
            newText: Type.String(),
            replaceAll: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 100 },
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ ...AssetSummary, replacements: Type.Integer(), problems: Type.Optional(Problems) }),
  async run(context: SiteContext, { expectedHash, replacements, ...target }) {
    const { found: asset, refused } = findAsset(context, target)
    if (refused) return refused
    const hash = await codeHash(asset.content)
    if (hash !== expectedHash) {
      return fail('stale_hash', `${asset.path} has changed meanwhile.`, {
        path: '/expectedHash',
        expected: hash,
        received: expectedHash.slice(0, 80),
        hint: 'Read it again with read_code_asset and patch its current content.',
      })
    }
    for (const [index, { oldText, newText }] of replacements.entries()) {
      const path = `/replacements/${index}/newText`
      const incoming = incomingCode(newText, asset.type, { path, before: `${oldText}\n${asset.content}` })
      if (incoming.refused) return incoming.refused
    }
    const patched = patchText(asset.content, replacements, asset.type === 'style' ? 'css' : 'script')
    if (!patched.ok) {
      const { index, count, lines, near, refused: why } = patched
      const path = `/replacements/${index}/oldText`
      if (why !== undefined) return fail('refused', why, { path, hint: 'Send only the text itself.' })
      if (count === 0) {
        const hint = near === undefined ? 'Copy it exactly from read_code_asset.' : `Did you mean line ${near}`
        const before = index > 0 ? ', after the replacements before it' : ''
        return fail('not_found', `This oldText does not occur in ${asset.path}${before}.`, { path, hint })
      }
      return fail('ambiguous', `This oldText occurs ${count} times in ${asset.path} (lines ${lines.join(', ')}).`, {
        path,
        hint: 'Include more of the surrounding text in oldText, or pass replaceAll: true.',
      })
    }
    const large = refuseContent(patched.content, '/replacements')
    if (large) return large
    const unsafe = asset.type === 'style' ? refuseStyle(patched.content) : undefined
    if (unsafe) return fail('refused', unsafe.message, { path: '/replacements', hint: `It is in line ${unsafe.line}.` })
    changeCode(context.site, asset, { content: patched.content, now: context.now() })
    const after = codeAsset(context.site, asset.id) ?? asset
    const problems = listProblems(await codeProblems(context, after))
    const warnings = [
      ...patched.loose.map(
        (index) =>
          `The oldText of replacement ${index + 1} stands there with other white space or quotes, which were kept.`,
      ),
      ...patched.notes,
    ]
    return ok({ ...(await summaryOf(after)), replacements: patched.replaced, ...problems }, { warnings })
  },
})
