import { unwrap } from '../../api/client.ts'
import { allEntries } from '../../api/content.ts'
import type { PlanRequest } from './messages.ts'
import type { PlannedModel, Target } from './plan.ts'

/** The model that rows are written into. */
export interface WrittenModel extends PlannedModel {
  name: string
  /** It is made before the first row. */
  isNew: boolean
  /** Its entries have languages. */
  localized: boolean
}

/**
 * The facts about existing entries that the check of the rows needs: ids, unique values, and what relations may name.
 */
export async function readContext(
  projectId: string,
  model: WrittenModel,
  targets: readonly Target[],
  locale: string,
): Promise<Pick<PlanRequest, 'existing' | 'unique' | 'relations'> & { isIncomplete: boolean }> {
  const used = new Set(targets.flatMap((target) => (target.kind === 'field' ? [target.name] : [])))
  const fields = model.fields.filter(({ name }) => used.has(name))
  const unique = fields.filter(({ definition }) => definition.unique === true).map(({ name }) => name)
  const own = model.isNew
    ? { entries: [], isWhole: true }
    : await unwrap(allEntries(projectId, model.id, { columns: unique, ...(model.localized ? { locale } : {}) }))
  const relations: Record<string, { model: string; id: string; title: string }[]> = {}
  for (const { name, definition } of fields) {
    if (definition.type !== 'relation' && definition.type !== 'relations') continue
    relations[name] = []
    for (const target of [definition.model ?? []].flat()) {
      const found = await unwrap(allEntries(projectId, target))
      for (const { id, title } of found.entries) relations[name]?.push({ model: target, id, title })
    }
  }
  return {
    isIncomplete: !own.isWhole,
    existing: own.entries.map(({ id }) => id),
    unique: Object.fromEntries(
      unique.map((field) => [
        field,
        own.entries.flatMap(({ id, values }) =>
          values[field] === undefined ? [] : [[JSON.stringify(values[field]), id] as const],
        ),
      ]),
    ),
    relations,
  }
}
