import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import type { SiteForm } from './items.ts'

/** The forms of a project's content. */
export const formsOf = (models: readonly api.ContentModel[]): SiteForm[] =>
  models.flatMap(({ id, name, form }) => (form ? [{ model: id, name, html: form.html }] : []))

/** Reads the forms of a project; none where its content cannot be read. */
export async function readForms(projectId: string): Promise<SiteForm[]> {
  const answer = await call(api.readContent, { params: { id: projectId }, query: {} })
  return answer.ok ? formsOf(answer.value.models) : []
}
