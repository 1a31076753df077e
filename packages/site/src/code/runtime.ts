import type { Json } from '@atelier/documents'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** Where a code asset applies: on every page, on some pages, or on the pages that some templates are put around. */
export const CodeScope = Type.Union([
  Type.Object({ kind: Type.Literal('all-pages') }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('pages'), pageIds: Type.Array(Type.String()) }, { additionalProperties: false }),
  Type.Object(
    { kind: Type.Literal('templates'), templatePageIds: Type.Array(Type.String()) },
    { additionalProperties: false },
  ),
])
export type CodeScope = Static<typeof CodeScope>

/** When and how an asset is loaded, as input: omitted options keep their value, or get the default. */
export const RuntimeInput = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    format: Type.Optional(Type.Union([Type.Literal('module'), Type.Literal('classic')])),
    placement: Type.Optional(Type.Union([Type.Literal('head'), Type.Literal('body-end')])),
    timing: Type.Optional(Type.Union([Type.Literal('immediate'), Type.Literal('dom-ready'), Type.Literal('idle')])),
    scope: Type.Optional(CodeScope),
    priority: Type.Optional(Type.Integer({ minimum: -10_000, maximum: 10_000 })),
  },
  { additionalProperties: false },
)
export type RuntimeInput = Static<typeof RuntimeInput>

/** The options of a script, all of them. */
export interface ScriptRuntime {
  enabled: boolean
  /** A module may import assets and packages; a classic script shares its names with the others on the page. */
  format: 'module' | 'classic'
  placement: 'head' | 'body-end'
  /** At once, when the page is read, or when the browser has nothing else to do. */
  timing: 'immediate' | 'dom-ready' | 'idle'
  scope: CodeScope
  /** The lowest comes first. */
  priority: number
}

export type StyleRuntime = Pick<ScriptRuntime, 'enabled' | 'scope' | 'priority'>
export type Runtime = ScriptRuntime | StyleRuntime
export type CodeType = 'script' | 'style'

const USUAL: ScriptRuntime = {
  enabled: true,
  format: 'module',
  placement: 'body-end',
  timing: 'dom-ready',
  scope: { kind: 'all-pages' },
  priority: 100,
}

/** The options that an asset of a type has: those given over those it had over the usual ones. */
export function normalizeRuntime(type: 'script', given: RuntimeInput, before?: RuntimeInput): ScriptRuntime
export function normalizeRuntime(type: CodeType, given: RuntimeInput, before?: RuntimeInput): Runtime
export function normalizeRuntime(type: CodeType, given: RuntimeInput, before: RuntimeInput = {}): Runtime {
  const { enabled, format, placement, timing, scope, priority } = { ...USUAL, ...defined(before), ...defined(given) }
  return type === 'script' ? { enabled, format, placement, timing, scope, priority } : { enabled, scope, priority }
}

/** Options as they are stored; undefined if the value is invalid. */
export function readRuntime(value: Json | undefined): RuntimeInput | undefined {
  return Value.Check(RuntimeInput, value) ? value : undefined
}

/** Options as they are stored. */
export function runtimeValue(runtime: Runtime): Json {
  return { ...runtime, scope: { ...runtime.scope } }
}

function defined(options: RuntimeInput): RuntimeInput {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}
