import type { ContentModel } from '@atelier/api'

/** The input of the operation that saves entries. */
interface SaveInput {
  model: string
  locale?: string
  slug?: string
  data?: Record<string, unknown>
  body?: string
}

/** The name of a document's text among its fields. */
const BODY = 'body'
/** The locale of what has none. */
export const NO_LOCALE = '*'

/** The input that saves one field of an entry and keeps the others; null clears it. */
export function saveInput(
  model: Pick<ContentModel, 'id' | 'kind'>,
  entry: string,
  locale: string,
  values: Readonly<Record<string, unknown>>,
): SaveInput {
  const at = { model: model.id, ...(locale === NO_LOCALE ? {} : { locale }) }
  if (model.kind === 'collection') return { ...at, data: { [entry]: values } }
  if (model.kind !== 'document') return { ...at, data: { ...values } }
  const { [BODY]: body, ...data } = values
  if (body === undefined) return { ...at, slug: entry, data }
  return {
    ...at,
    slug: entry,
    ...(Object.keys(data).length > 0 ? { data } : {}),
    body: typeof body === 'string' ? body : '',
  }
}
