import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { insertIncoming } from '../shared/insertIncoming.ts'
import { InsertReport } from '../shared/report.ts'

export const insertHtml = defineOperation({
  id: 'site.insertHtml',
  summary: 'Insert HTML',
  description:
    'Insert HTML under a node, with a <style> block for its CSS; one call per section. Returns what was created and refused. Existing selectors are skipped: change those with applyCss.',
  icon: 'code-xml',
  keywords: [
    'add section',
    'new section',
    'add element',
    'add text',
    'add button',
    'add form',
    'embed video',
    'add picture',
    'navigation bar',
  ],
  effect: 'write',
  tab: true,
  affects: ['page', 'styles'],
  input: Type.Object(
    {
      parentId: Type.String({ description: 'uid, or page id for its body' }),
      index: Type.Optional(
        Type.Integer({ minimum: 0, description: '0-based, among elements and texts; default: last' }),
      ),
      html: Type.String({ minLength: 1 }),
    },
    { additionalProperties: false },
  ),
  output: InsertReport,
  run: (context: SiteContext, input) => insertIncoming(context, input),
})
