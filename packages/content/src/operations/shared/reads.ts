import { type Static, Type } from 'typebox'
import { MAX_LIMIT, pageOf, readCursor, writeCursor } from '../../brain/page.ts'
import { modelKinds } from '../../model/definition.ts'
import type { Finding } from '../../model/finding.ts'

/** The member of the input of every read that shows the content as it would be, were an open branch merged. */
export const branchInput = { branch: Type.Optional(Type.String({ maxLength: 200 })) }

/** The members of the input of every read that answers in pages. */
export const pageInput = {
  ...branchInput,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT })),
  cursor: Type.Optional(Type.String({ maxLength: 300 })),
}

export const modelInput = Type.String({ maxLength: 200 })
export const localeInput = Type.Optional(Type.String({ maxLength: 20 }))
export const idInput = Type.String({ maxLength: 200 })
export const fieldsInput = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }))

export const KindOutput = Type.Enum([...modelKinds])

const Shortened = Type.Object({ path: Type.String(), length: Type.Integer() })

/** One entry, as reads answer with it. */
export const EntryOutput = Type.Object({
  id: Type.String(),
  documentId: Type.String(),
  title: Type.String(),
  status: Type.Optional(Type.String()),
  updated_at: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
  unsettled: Type.Optional(Type.Literal(true)),
  waits: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Locales with edits since it was published: visitors do not see them yet.',
    }),
  ),
  standIn: Type.Optional(Type.Literal(true)),
  standInFields: Type.Optional(Type.Array(Type.String())),
  issues: Type.Optional(Type.Array(Type.Unknown())),
  part: Type.Optional(Type.Literal(true)),
  shortened: Type.Optional(Type.Array(Shortened)),
})

export const FoundFinding = Type.Object({
  analysis: Type.Optional(Type.String()),
  severity: Type.Enum(['error', 'warning']),
  code: Type.String(),
  message: Type.String(),
  model: Type.Optional(Type.String()),
  entry: Type.Optional(Type.String()),
  locale: Type.Optional(Type.String()),
  field: Type.Optional(Type.String()),
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  hint: Type.Optional(Type.String()),
})

/** A page of findings. */
export const findingsOutput = {
  findings: Type.Array(FoundFinding),
  total: Type.Integer(),
  cursor: Type.Optional(Type.String()),
}

/** A page of findings, whose long sentences are cut. */
export function findingsPage(
  findings: readonly (Finding & { analysis?: string })[],
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): { findings: Static<typeof FoundFinding>[]; total: number; cursor?: string } {
  const start = cursor === undefined ? 0 : (readCursor(cursor)?.index ?? 0)
  const { items, next } = pageOf(findings, { start, ...(limit === undefined ? {} : { limit }) }, (finding) => {
    const { analysis, severity, code, message, model, entry, locale, field, file, line, hint } = finding
    return {
      ...(analysis === undefined ? {} : { analysis }),
      severity,
      code,
      message: message.slice(0, 400),
      ...(model === undefined ? {} : { model }),
      ...(entry === undefined ? {} : { entry }),
      ...(locale === undefined ? {} : { locale }),
      ...(field === undefined ? {} : { field: field.slice(0, 200) }),
      ...(file === undefined ? {} : { file: file.slice(0, 300) }),
      ...(line === undefined ? {} : { line }),
      ...(hint === undefined ? {} : { hint: hint.slice(0, 200) }),
    }
  })
  return {
    findings: items,
    total: findings.length,
    ...(next === undefined ? {} : { cursor: writeCursor({ index: next, after: '', members: 0 }) }),
  }
}
