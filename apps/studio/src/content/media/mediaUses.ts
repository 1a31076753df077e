import type { AnswerOf, readMediaUses } from '@atelier/api'
import type { MediaUse } from '../../media/UsesList.tsx'
import { paths } from '../../navigation/paths.ts'
import * as strings from './strings.ts'

/** The places that use a file, in entries and on pages. */
export function mediaUses(
  projectId: string,
  { pages, entries }: Pick<AnswerOf<typeof readMediaUses>, 'pages' | 'entries'>,
): MediaUse[] {
  return [
    ...entries.map(({ model, id, title, field, locale }) => ({
      key: `${model}/${id}/${field}/${locale}`,
      label: strings.entryUse(title, field, locale),
      to: paths.content(projectId, { model, entry: id, ...(locale === '*' ? {} : { locale }) }),
    })),
    ...pages.map(({ documentId, nodeId, label }) => ({
      key: `${documentId} ${nodeId} ${label}`,
      label,
      to: documentId === undefined ? undefined : paths.project(projectId, { page: documentId }),
    })),
  ]
}
