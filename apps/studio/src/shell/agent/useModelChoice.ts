import type { Credential, Model, Session } from '@atelier/api'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { credentialsQuery, defaultsQuery, meQuery, modelsQuery } from '../../api/index.ts'
import * as strings from './texts/strings.ts'

/** The built-in script: it needs no key and is not AI. The server accepts its name in place of a credential and of a model. */
export const rehearsalModel = 'rehearsal'

export interface ModelPick {
  /** None for the rehearsal. */
  credentialId?: string
  modelId: string
}

export interface ModelGroup {
  credential: Credential
  models: readonly Model[]
  /** Still asked for, or why it cannot be shown. */
  pending: boolean
  error: boolean
}

/** Why nothing can be sent: no provider at all, or none chosen. Null while it is still being found out. */
export type LockReason = 'setup' | 'chooseModel' | null

export interface ModelChoice {
  /** The models by provider; before `listAll` only those of the provider that answers next. */
  groups: readonly ModelGroup[]
  listAll(): void
  /** Whether the scripted rehearsal may be chosen. */
  rehearsal: boolean
  /** The target of the next message. */
  active: ModelPick | undefined
  label: string
  contextWindow: number | undefined
  /** A note about its window, shown before the first message. */
  windowNote: string | undefined
  /** Whether the thinking effort of the next model can be set. */
  thinks: boolean
  /** The missing part. Without a provider the composer stays open as long as the rehearsal can answer. */
  missing: LockReason
  lock: LockReason
}

/**
 * The target of a session's next message: the session's own pick, else the scope's default. Where there is no provider
 * at all, the rehearsal.
 */
export function useModelChoice(
  scope: string,
  session: Session | undefined,
  staged: ModelPick | undefined,
): ModelChoice {
  const me = useQuery(meQuery())
  const credentials = useQuery(credentialsQuery())
  const defaults = useQuery(defaultsQuery())
  const known = useMemo(() => credentials.data?.credentials ?? [], [credentials.data])
  const rehearsal = me.data?.features.rehearsal ?? false
  // If the providers cannot be read now, nothing is said to be missing: the server decides about the message.
  const settled = credentials.isSuccess && defaults.isFetched && me.isFetched
  const scopeDefault = defaultOf(defaults.data?.defaults ?? [], scope)
  const active = activePick({
    session,
    staged,
    scopeDefault,
    rehearsal: settled && rehearsal,
    fallback: known.length === 0,
    has: (credentialId) => known.some((credential) => credential.id === credentialId),
  })
  // An unreachable provider is queried only when its answer is shown.
  const [asked, setAsked] = useState(false)
  const models = useQueries({
    queries: known.map((credential) => ({
      ...modelsQuery(credential.provider, credential.id),
      retry: false,
      enabled: asked || credential.id === active?.credentialId,
    })),
  })
  const groups = known.map((credential, index) => ({
    credential,
    models: models[index]?.data?.models ?? [],
    pending: models[index]?.isPending ?? false,
    error: models[index]?.isError ?? false,
  }))
  const model = groups
    .find((group) => group.credential.id === active?.credentialId)
    ?.models.find((each) => each.id === active?.modelId)
  return {
    groups,
    listAll: () => setAsked(true),
    rehearsal,
    active,
    label:
      active === undefined
        ? strings.chooseAModel
        : active.credentialId === undefined
          ? 'Rehearsal'
          : (model?.label ?? active.modelId),
    contextWindow: model?.contextWindow ?? undefined,
    windowNote: model?.windowNote,
    thinks: model?.thinking ?? false,
    missing: missingOf({ settled, hasCredential: known.length > 0, active }),
    lock: lockReason({ settled, hasCredential: known.length > 0, active }),
  }
}

/** The default of a scope; if it has none of its own, that of `site`, as on the server. */
export function defaultOf<Default extends { scope: string }>(
  defaults: readonly Default[],
  scope: string,
): Default | undefined {
  return defaults.find((each) => each.scope === scope) ?? defaults.find((each) => each.scope === 'site')
}

/** The pick that counts. One whose credential has been deleted counts no more. */
export function activePick({
  session,
  staged,
  scopeDefault,
  rehearsal,
  fallback,
  has,
}: {
  session: Pick<Session, 'credentialId' | 'modelId' | 'provider'> | undefined
  staged: ModelPick | undefined
  scopeDefault: { credentialId: string; modelId: string } | undefined
  /** Scripts may be played: where they were picked, or, with `fallback`, where nothing was. */
  rehearsal: boolean
  fallback: boolean
  has: (credentialId: string) => boolean
}): ModelPick | undefined {
  if (staged && (staged.credentialId === undefined ? rehearsal : has(staged.credentialId))) return staged
  if (session?.credentialId === rehearsalModel && rehearsal) return { modelId: rehearsalModel }
  if (session?.credentialId && session.modelId && has(session.credentialId)) {
    return { credentialId: session.credentialId, modelId: session.modelId }
  }
  if (scopeDefault && has(scopeDefault.credentialId)) {
    return { credentialId: scopeDefault.credentialId, modelId: scopeDefault.modelId }
  }
  return rehearsal && fallback ? { modelId: rehearsalModel } : undefined
}

interface Known {
  settled: boolean
  hasCredential: boolean
  active: ModelPick | undefined
}

/** Names the missing part: a provider where there is none, or a model where nothing was chosen. */
export function missingOf({ settled, hasCredential, active }: Known): LockReason {
  if (!settled) return null
  if (!hasCredential) return 'setup'
  return active ? null : 'chooseModel'
}

/** Stays open while things are still loading, so that no lock flashes by. */
export function lockReason(known: Known): LockReason {
  return known.active ? null : missingOf(known)
}
