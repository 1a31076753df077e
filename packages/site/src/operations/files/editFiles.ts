import { defineOperation, fail, ok } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import type { FailedEdit } from '../../edits/applyEdits.ts'
import { editText } from '../../edits/editText.ts'
import type { TextKind } from '../../edits/mend.ts'
import { deadLinks } from '../../files/deadLinks.ts'
import { noteWrittenFiles, openFile, writeText, writtenText } from '../../files/files.ts'
import type { SiteFile } from '../../files/list.ts'
import { weightOfFile } from '../../files/weight.ts'
import { tooLarge } from '../shared/target.ts'
import { errorOf, FileName, shownText, targetFile } from './fileTarget.ts'

/** After so many edits of a file that failed in a row, writing it whole is the better way. */
const MANY_FAILURES = 2

const Tier = Type.Union([
  Type.Literal('exact'),
  Type.Literal('whitespace'),
  Type.Literal('token'),
  Type.Literal('fuzzy'),
])
const BestMatch = Type.Object({
  text: Type.String(),
  surrounding: Type.String(),
  similarity: Type.Number(),
  line: Type.Integer(),
})
const EditResult = Type.Object({
  file: Type.String(),
  success: Type.Union([Type.Boolean(), Type.Literal('partial')]),
  /** The file as it is now, of a long one the beginning and the end. */
  content: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  appliedCount: Type.Optional(Type.Integer()),
  failedOperations: Type.Optional(
    Type.Array(
      Type.Object({
        index: Type.Integer(),
        error: Type.String(),
        bestMatch: Type.Optional(BestMatch),
        cascade: Type.Optional(Type.Literal(true)),
      }),
    ),
  ),
  matchTiers: Type.Optional(Type.Array(Tier)),
  /** The text nearest to the first search that was not found. */
  bestMatch: Type.Optional(BestMatch),
})

export const editFiles = defineOperation({
  id: 'site.editFiles',
  summary: 'Edit files',
  description:
    'Search and replace in files. Each search stands exactly as often as expected (1): include what is around it. White space and quotes may differ.',
  icon: 'file-pen-line',
  keywords: ['search and replace', 'patch file', 'change html', 'edit page source', 'fix text in file'],
  effect: 'write',
  onDemand: true,
  affects: ['site', 'page', 'styles'],
  input: Type.Object(
    {
      edits: Type.Array(
        Type.Object(
          {
            file: FileName,
            replaceOperations: Type.Array(
              Type.Object(
                {
                  search: Type.String({ minLength: 1 }),
                  replace: Type.String({ description: 'Empty: delete' }),
                  expectedReplacements: Type.Optional(Type.Integer({ minimum: 1 })),
                },
                { additionalProperties: false },
              ),
              { minItems: 1, maxItems: 100 },
            ),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 100 },
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: Type.Union([Type.Literal(true), Type.Literal('partial')]),
    results: Type.Array(EditResult),
  }),
  async weight(context: SiteContext, { edits }, enough) {
    let weight = 0
    for (const { file, replaceOperations } of edits) {
      // Each search may go through the whole file.
      const times = (1 + replaceOperations.length) / 2
      if (weight < enough) weight += times * (await weightOfFile(context, file, enough))
    }
    return weight
  },
  async run(context: SiteContext, { edits }) {
    const results: Static<typeof EditResult>[] = []
    const warnings: string[] = []
    for (const [at, { file: name, replaceOperations }] of edits.entries()) {
      const { result, notes } = await editOne(context, name, replaceOperations, `/edits/${at}`)
      results.push(result)
      warnings.push(...notes.map((each) => `${result.file}: ${each}`))
    }
    if (results.every(({ success }) => success === false)) {
      return fail('not_edited', sayFailures(results), {
        path: '/edits',
        hint: 'Read the file and search for what stands there, or write the whole file with writeFile.',
      })
    }
    const edited = results.filter(({ success: done }) => done !== false)
    if (edited.length > 1) await noteWrittenFiles(context, new Set(edited.map(({ file }) => file)))
    const success = results.every((each) => each.success === true) ? (true as const) : ('partial' as const)
    return ok({ success, results }, { warnings })
  },
})

type Operations = { search: string; replace: string; expectedReplacements?: number }[]

async function editOne(
  context: SiteContext,
  name: string,
  operations: Operations,
  path: string,
): Promise<{ result: Static<typeof EditResult>; notes: string[] }> {
  const failed = (file: string, error: string) => ({ result: { file, success: false as const, error }, notes: [] })
  const { found: file, refused } = await targetFile(context, name, `${path}/file`)
  if (refused) return failed(name.slice(0, 100), errorOf(refused))
  const large = operations.map(({ search, replace }) => tooLarge(search + replace, path)).find(Boolean)
  if (large) return failed(file.name, errorOf(large))
  const { text: before, markup } = await openFile(context, file)
  const edited = editText(before, operations, fileTextKind(file))
  const failedOperations = edited.failed.map(({ index, error, bestMatch, cascade }: FailedEdit) => ({
    index,
    error,
    ...(bestMatch ? { bestMatch } : {}),
    ...(cascade ? { cascade } : {}),
  }))
  const nearest = failedOperations.find(({ bestMatch }) => bestMatch)?.bestMatch
  const failures = await context.services?.files?.failed(file.name, failedOperations.length > 0)
  if (edited.appliedCount === 0) {
    const again =
      (failures ?? 0) >= MANY_FAILURES
        ? ` ${failures} edits of it failed in a row: write the whole file with writeFile.`
        : ''
    const error = failedOperations.map(({ index, error: why }) => `Operation ${index}: ${why}`).join(' ') + again
    return { result: { file: file.name, success: false, error, appliedCount: 0, failedOperations }, notes: [] }
  }
  const written = await writeText(context, file.name, edited.text, true, markup)
  if (written.problem) return failed(file.name, errorOf(written.problem))
  const { refused: left, warnings } = written.report
  const result = {
    file: file.name,
    success: failedOperations.length === 0 ? (true as const) : ('partial' as const),
    content: shownText(written.report.text ?? (await writtenText(context, file.name))).content,
    appliedCount: edited.appliedCount,
    ...(failedOperations.length > 0 ? { failedOperations } : {}),
    matchTiers: edited.matchTiers,
    ...(nearest ? { bestMatch: nearest } : {}),
  }
  const dead = await deadLinks(context, file, before)
  const notes = edited.notes.map(({ index, says }) => `Operation ${index}: ${says}.`)
  if (dead !== undefined) notes.push(dead)
  return { result, notes: [...notes, ...warnings, ...left.map(({ what, why }) => `${what} was left out: ${why}.`)] }
}

function fileTextKind(file: SiteFile): TextKind {
  if (file.kind === 'styles' || file.kind === 'sheet') return 'css'
  if (file.kind === 'code') return file.asset.type === 'style' ? 'css' : 'script'
  return 'html'
}

/** The failures of all files as one message by which a model can mend its searches. */
function sayFailures(results: readonly Static<typeof EditResult>[]): string {
  const said = results.map(({ file, error = '', failedOperations = [] }) => {
    const near = failedOperations.flatMap(({ index, bestMatch }) =>
      bestMatch
        ? [
            `Nearest to operation ${index}, line ${bestMatch.line} (${Math.round(bestMatch.similarity * 100)} %): ${bestMatch.text.slice(0, 300)}`,
          ]
        : [],
    )
    return [`${file}: ${error}`, ...near].join('\n')
  })
  return said.join('\n').slice(0, 4_000)
}
