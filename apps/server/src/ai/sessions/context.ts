import { ProjectRole } from '@atelier/api'
import { validate, validationError } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Identity } from '../../auth/identity.ts'

const Id = Type.String({ maxLength: 200 })
/** Several ids with blanks between. */
const Ids = Type.String({ maxLength: 4_000 })
const listFields: ReadonlySet<string> = new Set(['pinned'])

/** The editor's position when the prompt was sent: ids by name. Fields that the scope does not name are left out. */
const editorOf = (fields: readonly string[]) =>
  Type.Partial(
    Type.Object(Object.fromEntries(['documentId', ...fields].map((name) => [name, listFields.has(name) ? Ids : Id]))),
  )

/** A run's stored context: the editor's, the limits of the key that asked for the run, and how it was asked for. */
export const RunContext = Type.Object({
  editor: Type.Record(Type.String(), Ids),
  key: Type.Optional(
    Type.Object({
      id: Type.String(),
      role: ProjectRole,
      projectIds: Type.Optional(Type.Array(Type.String())),
      /** One of the Conversation API; what it is limited to is looked up whenever the run is taken up. */
      ofConversations: Type.Optional(Type.Literal(true)),
    }),
  ),
  /** How it was asked for; `studio` when absent. In the plain chat and on the command line no user sees a question. */
  via: Type.Optional(Type.Union([Type.Literal('studio'), Type.Literal('chat'), Type.Literal('cli')])),
  /** Tokens that the caller passes on, for what a person has confirmed. */
  confirmations: Type.Optional(Type.Array(Type.String())),
})
export type RunContext = Static<typeof RunContext>

/**
 * The context of a new run. A malformed one is ignored with a warning (design 10); empty fields count as absent. The
 * limits of the caller's key limit the run, so that a key cannot do through the agent what it may not do itself.
 * @param focusFields what an editor of the run's scope tells beside `documentId`
 */
export function contextOf(
  identity: Identity,
  given: unknown,
  focusFields: readonly string[],
  asked: Pick<RunContext, 'via' | 'confirmations'> = {},
): { context: RunContext; warnings: string[] } {
  const cleaned =
    typeof given === 'object' && given !== null
      ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''))
      : given
  const Editor = editorOf(focusFields)
  const [issue] = cleaned === undefined ? [] : validate(Editor, cleaned)
  const editor = cleaned !== undefined && Value.Check(Editor, cleaned) ? Value.Clean(Editor, { ...cleaned }) : {}
  const { key } = identity
  const limits = key && {
    id: key.id,
    role: key.role,
    ...(key.projectIds ? { projectIds: [...key.projectIds] } : {}),
    ...(key.conversation ? { ofConversations: true as const } : {}),
  }
  return {
    context: {
      editor: Value.Parse(RunContext.properties.editor, editor),
      ...(limits ? { key: limits } : {}),
      ...asked,
    },
    warnings: issue ? [`The context was malformed and was ignored. ${validationError([issue]).message}`] : [],
  }
}

/** The stored context of a run. */
export function readContext(stored: unknown): RunContext {
  return Value.Check(RunContext, stored) ? stored : { editor: {} }
}
