import { createLoader, findNamed, type Operation } from '@atelier/operation'
import { type SiteContext, siteOperations } from '@atelier/site'

/** Every operation that this server offers, of every scope. */
export const operations: readonly Operation<SiteContext>[] = siteOperations

/** The same with the two tools by which a model reaches the operations on demand. */
export const modelOperations: readonly Operation<SiteContext>[] = [
  ...operations,
  ...createLoader('site', () => siteOperations),
]

/** What a model is sent by default; it finds the others with `find_operations`, and may call them all. */
export const defaultOperations: readonly Operation<SiteContext>[] = modelOperations.filter(({ onDemand }) => !onDemand)

export type Found = { ok: true; operation: Operation<SiteContext> } | { ok: false; candidates: string[] }

/** By id (`site.addPage`), or by the short name where only one scope has it; also in another case. */
export function findOperation(name: string): Found {
  const byId = modelOperations.find(({ id }) => id === name)
  if (byId) return { ok: true, operation: byId }
  const named = modelOperations.filter((operation) => operation.name === name)
  const [only] = named
  if (only && named.length === 1) return { ok: true, operation: only }
  const alike = named.length === 0 ? findNamed(modelOperations, (operation) => operation.name, name) : undefined
  if (alike) return { ok: true, operation: alike }
  return { ok: false, candidates: named.map(({ id }) => id) }
}
