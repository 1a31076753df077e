import type { Steps } from '@atelier/operation'
import type { StoredEntry } from '../context/reader.ts'
import { shownValues } from '../entry/entry.ts'
import { checkEntry, linksIn, uniqueText } from '../entry/settle.ts'
import { checkModel } from '../model/check.ts'
import type { ContentSchema, Model } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { memberOf, recordOf } from '../model/json.ts'
import { toFile, valueFields } from '../model/named.ts'

/**
 * All that is wrong with the entries of one model: their settled values by the present model, their drafts, relations
 * to nothing, and values that are unique and not. Interruptible behind each entry.
 * @param idsOf the entries of a model that a relation may lead to; undefined for a model that the caller does not see
 */
export function* checkEntries(
  model: Model,
  entries: readonly Pick<StoredEntry, 'id' | 'settled' | 'issues'>[],
  schema: ContentSchema,
  idsOf: (model: string) => ReadonlySet<string> | undefined,
): Steps<Finding[]> {
  const findings: Finding[] = []
  const unique = new Map<string, string>()
  for (const { id, settled, issues } of entries) {
    const found = new Map<string, Finding>()
    const add = (finding: Finding) =>
      found.set(`${finding.code} ${finding.locale ?? ''} ${finding.field ?? ''}`, {
        model: model.id,
        entry: id,
        ...finding,
      })
    if (settled) {
      // The values of a locale that is not translated are those of another.
      const own = Object.entries(settled.locales).filter(([, { standIn }]) => !standIn)
      const shown = own.map(([locale, each]) => [locale, { ...each, values: shownValues(each) }] as const)
      for (const finding of checkEntry({ ...settled, locales: recordOf(shown) }, model, schema)) add(finding)
      for (const [locale, { values }] of model.kind === 'dictionary' ? [] : own) {
        for (const { name: field, key, definition } of valueFields(model)) {
          const value = memberOf(values, field)
          if (value === undefined || value === null || value === '') continue
          for (const link of linksIn(definition, value)) {
            const known = link.targetModel === undefined ? undefined : idsOf(link.targetModel)
            if (link.kind !== 'ref' || !known || known.has(link.value)) continue
            const message = `It refers to ${link.targetModel}/${link.value}, which does not exist.`
            add({ severity: 'error', code: 'broken_relation', message, locale, field })
          }
          if (definition.unique !== true) continue
          const place = JSON.stringify([key, locale, uniqueText(value)])
          const other = unique.get(place)
          if (other === undefined) unique.set(place, id)
          else add({ severity: 'error', code: 'not_unique', message: `${other} has the same value.`, locale, field })
        }
      }
    }
    for (const issue of issues) add(issue)
    findings.push(...found.values())
    yield
  }
  return findings
}

/** All that is wrong with the models as they are. */
export function checkSchema({ models, config }: ContentSchema): Finding[] {
  const files = models.map(toFile)
  return files.flatMap((file) => checkModel(file, files, config).map((finding) => ({ model: file.id, ...finding })))
}

/** From 0 to 100. */
export function healthOf(findings: readonly Pick<Finding, 'severity'>[]): number {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return Math.max(0, 100 - errors * 10 - (findings.length - errors) * 3)
}
