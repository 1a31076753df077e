import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import {
  addCode,
  type CodeAsset,
  changeCode,
  codeAsset,
  codeByPath,
  codeHash,
  refusePath,
  tidyPath,
} from '../../code/assets.ts'
import { RuntimeInput } from '../../code/runtime.ts'
import { refuseStyle } from '../../code/styleSafety.ts'
import type { SiteContext } from '../../context/context.ts'
import { codeProblems, listProblems, Problems } from '../../lint/codeProblems.ts'
import { incomingCode } from '../../lint/incoming.ts'
import { mediaByPath } from '../../media/entries.ts'
import { AssetSummary, refuseContent, refuseScope, summaryOf } from './codeTarget.ts'

export const write_code_asset = defineOperation({
  id: 'site.write_code_asset',
  summary: 'Write a script or style',
  description:
    'Write a script (behaviour goes here, never into HTML) or stylesheet. Modules may import assets and npm packages (setDependency). Only given runtime options change.',
  icon: 'file-code',
  keywords: [
    'javascript',
    'interactive',
    'click handler',
    'event listener',
    'add script',
    'tracking code',
    'analytics',
    'custom stylesheet',
    'behavior',
    'menu toggle',
    'slider',
  ],
  effect: 'write',
  fromReading: true,
  tab: true,
  affects: ['site'],
  input: Type.Object(
    {
      path: Type.String({ minLength: 1, maxLength: 300 }),
      type: Type.Union([Type.Literal('script'), Type.Literal('style')]),
      content: Type.String(),
      runtime: Type.Optional(RuntimeInput),
      expectedHash: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...AssetSummary,
    action: Type.Union([Type.Literal('created'), Type.Literal('updated'), Type.Literal('unchanged')]),
    problems: Type.Optional(Problems),
  }),
  async run(context: SiteContext, { type, content: given, runtime, expectedHash, ...input }) {
    const { site } = context
    const path = tidyPath(input.path)
    const wrong = refusePath(path, type)
    if (wrong) return fail('invalid_path', wrong, { path: '/path', expected: 'a path such as scripts/menu.js' })
    const known = codeByPath(site, path)
    const incoming = incomingCode(given, type, { path: '/content', before: known?.content ?? '' })
    if (incoming.refused) return incoming.refused
    const { text: content, notes } = incoming.found
    const refused = refuseContent(content, '/content') ?? refuseScope(context, runtime?.scope)
    if (refused) return refused
    const unsafe = type === 'style' ? refuseStyle(content) : undefined
    if (unsafe) return fail('refused', unsafe.message, { path: '/content', hint: `It is in line ${unsafe.line}.` })
    if (mediaByPath(site, path)) {
      return fail('path_taken', `${path} is a file of the media.`, { path: '/path', hint: 'Choose another path.' })
    }
    if (known && known.type !== type) {
      return fail('path_taken', `${known.path} is a ${known.type}.`, { path: '/type', hint: 'Choose another path.' })
    }
    const hash = known && (await codeHash(known.content))
    if (expectedHash !== undefined && hash !== expectedHash) {
      const message = known ? `${known.path} has changed meanwhile.` : `${path} is not there any more.`
      return fail('stale_hash', message, {
        path: '/expectedHash',
        ...(hash === undefined ? {} : { expected: hash }),
        hint: 'Read it again with read_code_asset and change its current content.',
      })
    }
    const now = context.now()
    if (!known) {
      const id = context.newId()
      addCode(site, { id, path, type, content, runtime, now })
      const made = codeAsset(site, id)
      if (!made) throw new Error('An asset that was just written cannot be read')
      return written(context, made, 'created', notes)
    }
    const changed = changeCode(site, known, { content, runtime, path, now })
    const after = codeAsset(site, known.id) ?? known
    return written(context, after, changed ? 'updated' : 'unchanged', notes)
  },
})

async function written(
  context: SiteContext,
  asset: CodeAsset,
  action: 'created' | 'updated' | 'unchanged',
  warnings: string[],
) {
  const problems = listProblems(await codeProblems(context, asset))
  return ok({ ...(await summaryOf(asset)), action, ...problems }, { warnings })
}
