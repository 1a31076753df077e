import {
  type BoundOperation,
  type BoundScope,
  bindScope,
  type ContentAffected,
  type EndingRun,
  type PostRunReport,
  type RunToCheck,
  type Scope,
  type ScopeTypes,
} from '@atelier/agent'
import type { Kernel } from '@atelier/cad'
import type { Documents, DraftSet } from '@atelier/documents'
import { createLoader, findNamed, type Operation, type OperationContext } from '@atelier/operation'
import type { ViewSurface } from '@atelier/site'
import { type TLiteral, type TUnion, Type } from 'typebox'
import { withOthers } from './invoke.ts'
import type { TaskOf } from './runTask.ts'

/** The types that this server offers to a scope. */
export interface ServerTypes extends ScopeTypes {
  drafts: DraftSet
  documents: Documents
  surface: ViewSurface
  kernel: Kernel
}

/** The scopes of the design. They can have a default model before a server has them. */
export const knownScopes: readonly string[] = ['dashboard', 'site', 'generate', 'content', 'cms', 'part']

export type ServerOperation = BoundOperation<ServerTypes>

/** The members of a scope that only a server reads. */
interface ServerMembers {
  /** The task of a run of its conversations, if it is no ordinary message. */
  taskOf?: TaskOf
  /** Called when this process is done with a run of any scope: it has ended, waits, or continues elsewhere. */
  runLeft?(run: { id: string; isOwn: boolean }): void
}

export type ServerScope = BoundScope<ServerTypes> & ServerMembers

export type Found = { ok: true; operation: ServerOperation } | { ok: false; candidates: string[] }

/** The scopes of this server, and their operations. */
export interface Scopes {
  /** In the order in which they were registered. */
  readonly all: readonly ServerScope[]
  get(id: string): ServerScope | undefined
  /** The names that requests may use: those of `all`, and those of the scopes that come later (design 1). */
  readonly Name: TUnion<TLiteral<string>[]>
  /** Every operation of every scope, without those of the loader. */
  readonly operations: readonly Operation[]
  /**
   * The operations that a model in a conversation of this scope can reach: those of every scope, without what another
   * one has for its own conversations (`Operation.of`), and the two of the scope's loader.
   */
  reachable(scope: string): readonly Operation[]
  /**
   * By id (`site.addPage`), or by the short name if only one scope has it, or only one that is not `unlisted`; also in
   * another case.
   */
  find(name: string): Found
  /** The operation with this id, ready to be run. */
  bound(id: string): ServerOperation | undefined
  /** The findings of the scopes' checks in the changes of a run, which may have called operations of several. */
  afterRun(run: RunToCheck<ServerTypes>): Promise<PostRunReport | undefined>
  /** Tells the scopes that this process is done with a run. */
  runLeft(run: { id: string; scope: string }): void
  /** The content that a run has changed; undefined if no scope says anything of it. */
  affected(run: EndingRun): Promise<ContentAffected | undefined>
}

/** One registration for each scope, whatever the context of its operations. */
export function registerScope<Context extends OperationContext>(
  scope: Scope<Context, ServerTypes>,
  members: ServerMembers = {},
): ServerScope {
  return { ...bindScope(scope), ...members }
}

/** @throws if two scopes have the same id, which is a mistake of the author */
export function createScopes(all: readonly ServerScope[]): Scopes {
  const byScope = new Map(all.map((scope) => [scope.id, scope]))
  if (byScope.size < all.length) throw new Error('Two scopes have the same id')
  const operations = all.flatMap((scope) => scope.operations.map(({ operation }) => operation))
  const shared = new Map(
    all.map(({ id }) => [id, operations.filter(({ scope, of }) => of === undefined || scope === id)]),
  )
  const loaders = all.flatMap((scope) => createLoader(scope.id, () => shared.get(scope.id) ?? []).map(scope.bind))
  const bound: ServerOperation[] = [...all.flatMap((scope) => scope.operations), ...loaders].map((each) =>
    withOthers(each, (id) => byId.get(id)),
  )
  const byId = new Map(bound.map((each) => [each.operation.id, each]))
  const reachable = new Map(
    all.map(({ id }) => {
      const own = loaders.map(({ operation }) => operation).filter(({ scope }) => scope === id)
      return [id, [...(shared.get(id) ?? []), ...own]]
    }),
  )
  // All loaders search the same operations, so the first one's short names mean no other.
  const [first] = all
  const loading = new Set(loaders.map(({ operation }) => operation))
  const byName = bound.filter(({ operation }) => !loading.has(operation) || operation.scope === first?.id)
  /** Those of several with one name that a scope has which is not unlisted, or all if none has. */
  const preferListed = (named: readonly ServerOperation[]) => {
    const listed = named.filter(({ scope }) => !scope.unlisted)
    return listed.length > 0 ? listed : named
  }

  return {
    all,
    get: (id) => byScope.get(id),
    Name: Type.Union([...new Set([...knownScopes, ...byScope.keys()])].map((name) => Type.Literal(name))),
    operations,
    reachable: (scope) => reachable.get(scope) ?? [],
    find(name) {
      const known = byId.get(name)
      if (known) return { ok: true, operation: known }
      const named = preferListed(byName.filter(({ operation }) => operation.name === name))
      const [only] = named
      if (only && named.length === 1) return { ok: true, operation: only }
      const alikeIn = (some: readonly ServerOperation[]) => findNamed(some, ({ operation }) => operation.name, name)
      const alike = named.length === 0 ? (alikeIn(preferListed(byName)) ?? alikeIn(byName)) : undefined
      if (alike) return { ok: true, operation: alike }
      return { ok: false, candidates: named.map(({ operation }) => operation.id) }
    },
    bound: (id) => byId.get(id),
    runLeft({ id, scope }) {
      for (const each of all) each.runLeft?.({ id, isOwn: each.id === scope })
    },
    async affected(run) {
      const parts = await Promise.all(all.map((scope) => scope.affected?.(run)))
      return parts.find((part) => part !== undefined)
    },
    async afterRun(run) {
      const checks = await Promise.all(all.map((scope) => scope.afterRun?.(run)))
      const made = checks.filter((check) => check !== undefined)
      if (made.length === 0) return undefined
      const hints = made.flatMap(({ hint }) => (hint === undefined ? [] : [hint]))
      return {
        findings: made.flatMap(({ findings }) => findings),
        ...(hints.length > 0 ? { hint: hints.join('\n\n') } : {}),
      }
    },
  }
}
