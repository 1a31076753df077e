import type { ContentModel } from '@atelier/api'

/** The models of each domain, in the order of names. */
export function byDomain(models: readonly ContentModel[]): [domain: string, models: ContentModel[]][] {
  const sorted = models.toSorted((a, b) => a.domain.localeCompare(b.domain) || a.name.localeCompare(b.name))
  return [...Map.groupBy(sorted, ({ domain }) => domain)]
}
