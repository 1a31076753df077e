import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { deadLinks } from '../../files/deadLinks.ts'
import { BLOCK_ACTIONS, editedBlock } from '../../files/editBlock.ts'
import { writeText, writtenText } from '../../files/files.ts'
import { weightOfFile } from '../../files/weight.ts'
import { tooLarge } from '../shared/target.ts'
import { FileName, shownText, targetFile } from './fileTarget.ts'

/** How many characters of what was refused an error holds. */
const MOST_SAID = 500

export const editBlock = defineOperation({
  id: 'site.editBlock',
  summary: 'Edit a block of a file',
  description:
    'Change an element of a file by its data-block, or by a CSS selector that matches it alone. A block of a shared part is changed there.',
  icon: 'square-pen',
  keywords: ['change section', 'replace block', 'set text', 'add class', 'edit element in file'],
  effect: 'write',
  onDemand: true,
  affects: ['page', 'styles'],
  input: Type.Object(
    {
      file: FileName,
      blockId: Type.Optional(Type.String({ maxLength: 200 })),
      selector: Type.Optional(Type.String({ maxLength: 500 })),
      action: Type.Union(BLOCK_ACTIONS.map((action) => Type.Literal(action))),
      content: Type.Optional(Type.String({ description: 'HTML: replace, replaceInner, insertBefore, insertAfter' })),
      value: Type.Optional(Type.String({ description: 'setText, setAttribute' })),
      attr: Type.Optional(Type.String({ maxLength: 200 })),
      className: Type.Optional(Type.String({ maxLength: 1_000, description: 'addClass, removeClass' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: Type.Literal(true),
    file: Type.String(),
    /** The file as it is now, of a long one the beginning and the end. */
    content: Type.String(),
    truncated: Type.Optional(Type.Literal(true)),
    /** Set if the block is in a shared part or component, which was changed instead. */
    redirected: Type.Optional(Type.Literal(true)),
  }),
  weight: (context: SiteContext, { file }, enough) => weightOfFile(context, file, enough),
  async run(context: SiteContext, { file: name, ...edit }) {
    const { found: file, refused } = await targetFile(context, name, '/file')
    if (refused) return refused
    const large = tooLarge(edit.content ?? edit.value ?? '', '/content')
    if (large) return large
    const edited = await editedBlock(context, file, edit)
    if (edited.problem) return edited.problem
    const target = edited.current.file
    const written = await writeText(context, target.name, edited.text, true, edited.current)
    if (written.problem) return written.problem
    const { report } = written
    const left = report.refused.map(({ what, why }) => `${what} was left out: ${why}.`)
    if (report.action === 'unchanged' && left.length > 0) {
      return fail('refused', left.join(' ').slice(0, MOST_SAID), { path: '/action', hint: 'Write it without that.' })
    }
    const shown = shownText(report.text ?? (await writtenText(context, target.name)))
    const dead = await deadLinks(context, target, edited.current.text)
    const redirected = edited.redirected ? { redirected: true as const } : {}
    return ok(
      { success: true as const, file: target.name, ...shown, ...redirected },
      { warnings: [...report.warnings, ...left, ...(dead === undefined ? [] : [dead])] },
    )
  },
})
